import { ActionIcon, Menu } from '@mantine/core';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx';

type Dialog = (close: () => void) => ReactNode;

/** Opens a dialog that outlives the menu. */
const OpenDialog = createContext<(dialog: Dialog) => void>(() => undefined);

interface MoreMenuProps {
  /** Names what the actions concern, where a page has several menus: "More actions for Maya". */
  label?: string;
  /** Small in rows of a list. */
  isSmall?: boolean;
  children: ReactNode;
}

/**
 * The rare and the destructive actions of a page or a row, behind three dots. It stands after the buttons. Arrow keys
 * choose, and Escape closes. The focus returns to the dots when the menu and its dialogs are closed.
 */
export function MoreMenu({ label = 'More actions', isSmall = false, children }: MoreMenuProps) {
  const dots = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<{ content: Dialog } | null>(null);
  const returnFocus = () =>
    setTimeout(() => {
      const { activeElement } = document;
      // A click beside the menu has focused something else.
      const isLost = activeElement === null || activeElement === document.body;
      if (isLost || activeElement?.closest('[role="menu"]')) dots.current?.focus();
    });
  const isOpening = useRef(false);
  const open = (content: Dialog) => {
    isOpening.current = true;
    setDialog({ content });
  };
  const close = () => {
    setDialog(null);
    returnFocus();
  };
  return (
    <OpenDialog value={open}>
      <Menu
        position="bottom-end"
        returnFocus={false}
        onOpen={() => {
          isOpening.current = false;
        }}
        onClose={() => {
          if (!isOpening.current) returnFocus();
        }}
      >
        <Menu.Target>
          <ActionIcon ref={dots} variant="default" size={isSmall ? 24 : 'input-sm'} aria-label={label}>
            <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
              <circle cx="3.200" cy="8" r="1.300" />
              <circle cx="8" cy="8" r="1.300" />
              <circle cx="12.800" cy="8" r="1.300" />
            </svg>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
      {dialog?.content(close)}
    </OpenDialog>
  );
}

/** An action of a `MoreMenu` that is asked about first. */
export function ConfirmItem<Result>(confirmation: Confirmation<Result>) {
  const { children, isDestructive = false } = confirmation;
  const content = (close: () => void) => (
    <ConfirmDialog of={confirmation} isOpen onClose={close} returnsFocus={false} />
  );
  return (
    <DialogItem label={children} isDestructive={isDestructive}>
      {content}
    </DialogItem>
  );
}

interface DialogItemProps {
  label: string;
  isDestructive?: boolean;
  /** The dialog, rendered while it is open. */
  children: Dialog;
}

/** An action of a `MoreMenu` that opens a dialog. */
export function DialogItem({ label, isDestructive = false, children }: DialogItemProps) {
  const open = useContext(OpenDialog);
  return (
    <Menu.Item className={isDestructive ? 'destructive-item' : ''} onClick={() => open(children)}>
      {label}
    </Menu.Item>
  );
}
