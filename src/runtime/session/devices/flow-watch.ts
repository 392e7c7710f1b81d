interface FlowWatchOptions {
  isOpen: () => boolean;
  /** The connection is closed, and the device has not registered over another one. */
  onClosed: () => void;
  /** The device is reached again. */
  onOpen: () => void;
}

const lookEveryMs = 100;

/** Watches the connection over which a device is signalled. The returned function ends that. */
export function watchFlow({ isOpen, onClosed, onOpen }: FlowWatchOptions): () => void {
  let wasOpen = true;
  const timer = setInterval(() => {
    if (isOpen() === wasOpen) return;
    wasOpen = !wasOpen;
    if (wasOpen) onOpen();
    else onClosed();
  }, lookEveryMs);
  return () => clearInterval(timer);
}
