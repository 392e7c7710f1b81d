import { describe, expect, it } from 'vitest';
import { Navigation } from './navigation.ts';

/** Simulates the sounds of a company; `says` returns the policy's decision after a turn. */
function navigate(startsWith: 'unknown' | 'menu' | 'person' = 'unknown', menusMax = 15) {
  const policy = new Navigation({ startsWith, holdMsMax: 60_000, menusMax });
  let nowMs = 1000;
  return {
    policy,
    now: () => nowMs,
    says(text: string, ms = 3000, pauseMs = 1200) {
      const startMs = nowMs;
      nowMs += ms + pauseMs;
      const navigated = policy.heard([{ text, startMs, endMs: startMs + ms }], nowMs);
      return navigated.kind === 'answer'
        ? `${navigated.to}${navigated.isNew ? ' (new)' : ''}: ${navigated.words.map((one) => one.text).join('|')}`
        : navigated.kind;
    },
    plays(ms: number) {
      for (const untilMs = nowMs + ms; nowMs < untilMs; nowMs += 200) policy.music(nowMs);
    },
    silence: (ms: number) => void (nowMs += ms),
  };
}

const sales = 'For sales press one. For support press two.';

describe('navigation', () => {
  it('goes through menus, keys, music and announcements to a person', () => {
    const { policy, says, plays, silence, now } = navigate();
    expect(policy.isMachine).toBe(true);
    expect(says(sales, 6000)).toBe(`menu (new): ${sales}`);
    expect(policy.isWaiting).toBe(false);
    policy.pressed('2');
    expect(policy.isWaiting).toBe(true);
    expect(says('Press three for an order.', 4000)).toBe('menu: Press three for an order.');
    policy.pressed('3');
    plays(10_000);
    expect(policy.isWaiting).toBe(true);
    expect(says('Your call is important to us. Please stay on the line.', 3000)).toBe('wait');
    plays(5000);
    expect(says('You can also find many answers on our pages.', 5000)).toBe('wait');
    plays(5000);
    silence(500);
    expect(says('Hello, this is Anna.', 1800)).toBe('person (new): Hello, this is Anna.');
    expect(policy.isMachine).toBe(false);
    const { menus, keys, heldMs } = policy.way(now());
    expect({ menus, keys }).toEqual({ menus: 2, keys: '23' });
    expect(heldMs).toBeGreaterThan(20_000);
    expect(policy.holdLeftMs(now())).toBeNull();
  });

  it('leaves out words that a transcriber heard in the music', () => {
    const { policy, plays, now } = navigate('menu');
    plays(4000);
    const inMusic = { text: 'mm yes', startMs: 2000, endMs: 3000 };
    expect(policy.heard([inMusic], now())).toEqual({ kind: 'wait' });
    const greeting = { text: 'Hello?', startMs: now() + 1000, endMs: now() + 1500 };
    expect(policy.heard([inMusic, greeting], now() + 2700)).toMatchObject({
      to: 'person',
      words: [greeting],
    });
  });

  it('waits longer between the options of a menu, until the menu repeats itself', () => {
    const { policy, says } = navigate();
    expect(policy.pauseMs(sales, 250)).toBe(1200);
    expect(policy.pauseMs(`${sales} ${sales}`, 250)).toBe(250);
    says('Acme, good morning.', 1500);
    expect(policy.pauseMs('Hello?', 250)).toBeNull();
  });

  it('gives up at the fourth hearing of a menu, whatever the transcriber makes of a word', () => {
    const { says } = navigate('menu');
    const heard = [sales, sales.replace('For sales', 'Four sales'), sales, sales].map((text) => says(text));
    expect(heard.map((one) => one.split(':')[0])).toEqual(['menu (new)', 'menu', 'menu', 'give-up']);
  });

  it('gives up after too many menus, and counts the whole time on hold', () => {
    const { policy, says, plays, now } = navigate('menu', 2);
    plays(40_000);
    expect(says('Press one for the desk.')).toMatch(/^menu/);
    plays(10_000);
    expect(policy.holdLeftMs(now())).toBeLessThanOrEqual(10_500);
    expect(says('Press two for a bed.')).toMatch(/^menu/);
    expect(says('Press three for a lamp.')).toBe('give-up');
  });

  it('returns to menus and to hold from a person, but not for music behind the conversation', () => {
    const { policy, says, plays, silence } = navigate('person');
    expect(says('I put you through.')).toBe('person: I put you through.');
    plays(3000);
    expect(policy.isWaiting).toBe(false);
    silence(4000);
    plays(1000);
    expect(policy.isWaiting).toBe(true);
    silence(500);
    expect(says('For invoices press four.')).toBe('menu (new): For invoices press four.');
    expect(says('Good morning, this is Bob, how can I help you?', 3000)).toMatch(/^person \(new\)/);
    expect(says('Please hold.', 600)).toBe('person: Please hold.');
    expect(policy.isWaiting).toBe(true);
    expect(says('Thanks, here I am.', 900)).toBe('person (new): Thanks, here I am.');
  });
});
