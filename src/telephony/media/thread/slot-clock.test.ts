import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { slotMs } from '../rtp/pacing.ts';
import { SlotClock } from './slot-clock.ts';

test.each([false, true])(
  'every slot comes once, after earlier messages are read, until nothing is due (awaited: %s)',
  async (isAwaited) => {
    const { port1, port2 } = new MessageChannel();
    const slots: number[] = [];
    let read = 0;
    const readAtSlots: number[] = [];
    port1.on('message', () => read++);
    await new Promise<void>((resolve) => {
      const clock = new SlotClock({
        isAwaited: () => isAwaited,
        onSlot(nowMs) {
          slots.push(Math.floor((nowMs - clock.originMs) / slotMs));
          readAtSlots.push(read);
          port2.postMessage('');
          if (slots.length < 5) return true;
          setImmediate(() => {
            expect(clock.isRunning).toBe(false);
            resolve();
          });
          return false;
        },
      });
      clock.start();
      clock.start();
      expect(clock.isRunning).toBe(true);
    });
    port1.close();
    expect(slots).toEqual([...new Set(slots)].toSorted((a, b) => a - b));
    expect(readAtSlots).toEqual([0, 1, 2, 3, 4]);
  },
);
