import { describe, expect, it } from 'vitest';
import { Navigation } from './navigation.ts';

/** Simulates the sounds of a company; `says` returns the policy's decision after a turn. */
function navigate(startsWith: 'unknown' | 'menu' | 'person' = 'unknown', menusMax = 15) {
  const policy = new Navigation({ startsWith, holdMsMax: 60_000, menusMax });
  let nowMs = 1000;
  return {
    policy,
    now: () => nowMs,
    presses: (keys: string) => policy.pressed(keys, nowMs),
    answers: () => policy.spoke(nowMs),
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
    const { policy, says, presses, plays, silence, now } = navigate();
    expect(policy.isMachine).toBe(true);
    expect(says(sales, 6000)).toBe(`menu (new): ${sales}`);
    expect(policy.isWaiting).toBe(false);
    presses('2');
    expect(policy.isWaiting).toBe(true);
    expect(says('Press three for an order.', 4000)).toBe('menu: Press three for an order.');
    presses('3');
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
    expect(says('Thanks, I found the order in our system, and it is on its way.', 5000)).toMatch(/^person: /);
    expect(policy.isWaiting).toBe(false);
    says('Please hold.', 600);
    plays(400);
    expect(policy.isMachine).toBe(true);
    silence(500);
    expect(says('Here I am.', 900)).toBe('person (new): Here I am.');
  });

  it('takes a second request to wait for an announcement', () => {
    const { policy, says } = navigate('person');
    expect(says('Please hold, I put you through.')).toMatch(/^person: /);
    expect(says('All our agents are busy. Please stay on the line.')).toBe('wait');
    expect(policy.isMachine).toBe(true);
  });

  it('returns to a person who used words of a menu', () => {
    const { says } = navigate('person');
    expect(says('So you call for English lessons?')).toMatch(/^menu \(new\)/);
    expect(says('There is a place left in the lessons on Monday.', 5000)).toMatch(/^person \(new\)/);
    const { says: saysFirst, answers } = navigate();
    expect(saysFirst('Acme, your call may be recorded, how can I help?')).toMatch(/^menu \(new\)/);
    answers();
    expect(saysFirst('And what is the number of the order?')).toMatch(/^menu/);
    answers();
    expect(saysFirst('It comes tomorrow.')).toMatch(/^person \(new\)/);
  });

  it('keeps waiting in a queue that offers a choice again and again', () => {
    const { policy, says, silence } = navigate();
    const offer = 'To be called back, press one. Otherwise please stay on the line.';
    const offers = [1, 2, 3, 4, 5].map(() => {
      silence(20_000);
      return says(offer).split(':')[0];
    });
    expect(offers).toEqual(['menu (new)', 'menu', 'menu', 'wait', 'wait']);
    expect(policy.isWaiting).toBe(true);
    expect(says('Sales, Anna.', 900)).toBe('person (new): Sales, Anna.');
  });

  it('limits the wait after keys and after spoken choices', () => {
    const keys = navigate('menu');
    keys.says(sales);
    keys.presses('2');
    keys.silence(50_000);
    expect(keys.policy.holdLeftMs(keys.now())).toBe(10_000);
    const words = navigate('menu');
    words.says('Press one, or say sales.');
    words.answers();
    words.silence(50_000);
    expect(words.policy.holdLeftMs(words.now())).toBe(10_000);
  });

  it('counts the speech of a person from the end of the music', () => {
    const { policy, plays, now } = navigate('menu');
    plays(10_000);
    const anna = { text: 'Acme, Anna.', startMs: now() - 9000, endMs: now() + 900 };
    expect(policy.heard([anna], now() + 2000)).toMatchObject({ to: 'person' });
  });

  it('replies sooner to the first greeting of a call', () => {
    const { policy, says } = navigate();
    expect(policy.pauseMs('Hello?', 250)).toBe(600);
    expect(policy.pauseMs('Acme Limited, good morning.', 250)).toBe(900);
    expect(policy.pauseMs('Welcome to Acme.', 250)).toBe(1200);
    says(sales);
    expect(policy.pauseMs('Hello?', 250)).toBe(1200);
  });

  it.each([
    'Welcome to Acme.',
    'Hello, and thank you for calling Acme.',
    'You have reached Acme Limited.',
    'Herzlich willkommen bei Acme.',
    'Vielen Dank für Ihren Anruf.',
    'Bienvenue chez Acme.',
    'Gracias por llamar a Acme.',
    'Benvenuti in Acme.',
  ])('does not take a company’s welcome for a person: %s', (welcome) => {
    const { policy, says, plays, silence } = navigate();
    expect(says(welcome, 2000)).toBe('wait');
    expect([policy.isMachine, policy.isUnknown]).toEqual([true, true]);
    expect(says(sales, 6000)).toBe(`menu (new): ${sales}`);
    plays(5000);
    silence(500);
    expect(says(welcome, 2000)).toBe('wait');
    expect(policy.isOnHold).toBe(true);
    expect(says('Sales, Anna.', 900)).toBe('person (new): Sales, Anna.');
    expect(says(welcome, 2000)).toBe(`person: ${welcome}`);
  });

  it.each([
    'Thank you for calling Acme, this is Anna.',
    'Welcome to Acme, how can I help you?',
    'Willkommen bei Acme, was kann ich für Sie tun?',
    'Merci de votre appel, puis-je vous aider ?',
    'Gracias por llamar, le atiende Ana.',
    'Grazie per aver chiamato, sono Anna.',
  ])('takes a welcome with more than that for a person: %s', (welcome) => {
    expect(navigate().says(welcome, 2500)).toMatch(/^person \(new\)/);
  });

  it('finds a voicemail after hold, and a person who speaks of one', () => {
    const { says, plays, silence } = navigate('menu');
    plays(5000);
    silence(500);
    const voicemail = 'This is Tom. Leave a message after the tone.';
    expect(says(voicemail, 3000)).toBe(`voicemail (new): ${voicemail}`);
    const person = navigate('person');
    expect(person.says('I can put you through to his voicemail.')).toMatch(/^person: /);
    expect(person.says(voicemail)).toBe(`voicemail (new): ${voicemail}`);
    const queue = navigate('menu');
    const offer = 'Leave a message after the tone, or stay on the line.';
    expect(queue.says(offer)).toMatch(/^menu/);
  });
});
