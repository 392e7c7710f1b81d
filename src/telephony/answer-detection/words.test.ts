import { describe, expect, it } from 'vitest';
import { classifyUntil } from '../../../test/audio/classify-until.ts';

describe('with words', () => {
  it.each([
    ['For sales press one.', 'ivr'],
    ['Please state your name and the reason you are calling.', 'screening'],
    ["You've reached Tom, leave a message after the beep.", 'voicemail'],
    ['Please leave a message after the tone. When you are done, hang up or press pound.', 'voicemail'],
    ['The number you have dialed is not in service.', 'intercept'],
    ['Kein Anschluss unter dieser Nummer.', 'intercept'],
    ['Le numéro composé n’est pas en service. Veuillez vérifier le numéro.', 'intercept'],
    ['El número que usted ha marcado no existe.', 'intercept'],
    ['Il numero da lei selezionato è inesistente.', 'intercept'],
    ['All of our agents are busy. Please stay on the line.', 'queue'],
    ['Bitte bleiben Sie in der Leitung, Ihr Anruf ist uns wichtig.', 'queue'],
    ['For support press one, or stay on the line.', 'ivr'],
    ['U bent verbonden met de voicemail van Jan. Spreek een bericht in na de piep.', 'voicemail'],
    ['Para vendas, tecle um.', 'ivr'],
    ['O número que você discou não existe.', 'intercept'],
    ['Proszę zostawić wiadomość po sygnale.', 'voicemail'],
    ['Nie ma takiego numeru.', 'intercept'],
    ['Lämna ett meddelande efter tonen.', 'voicemail'],
    ['Numret du har ringt har ingen abonnent.', 'intercept'],
    ['Alle vores medarbejdere er optaget. Bliv venligst i røret.', 'queue'],
    ['Legg igjen en beskjed etter pipetonen.', 'voicemail'],
    ['Lütfen sinyal sesinden sonra mesajınızı bırakın.', 'voicemail'],
    ['Satış için bire basın.', 'ivr'],
    ['Aradığınız kişiye şu anda ulaşılamıyor.', 'intercept'],
    ['Lütfen hattan ayrılmayın.', 'queue'],
    ['Blijft u aan de lijn, alle medewerkers zijn in gesprek.', 'queue'],
  ])('"%s" is classified as %s', (text, kind) => {
    const classifier = classifyUntil([[500, 2000]], 8000, (fresh) => fresh.heard(text));
    expect(classifier.verdict?.kind).toBe(kind);
  });

  it.each(["Hello? Who's calling?", "You've reached Tom Baker.", 'She is not available.'])(
    'a person may say: %s',
    (text) => {
      const said = classifyUntil([[500, 2000]], 8000, (fresh) => fresh.heard(text)).verdict;
      expect(said).toEqual(classifyUntil([[500, 2000]], 8000).verdict);
      expect(said?.kind).toBe('person');
    },
  );

  it.each([
    'Sorry, you have the wrong number, please check the number.',
    'Ha sbagliato, controlli il numero.',
    'Se ha equivocado, verifique el número.',
    'Vous vous êtes trompé, vérifiez le numéro.',
    'Hi, my old phone is no longer in service, this is Tom.',
    'Taxi Meier, we are not in service tonight.',
    'Hello, our lift has been disconnected.',
    'Hello, can you try again later?',
    'Pronto? Un attimo, il telefono era spento.',
    'Der Chef ist nicht da, probieren Sie es später.',
    'Meine alte Nummer ist nicht mehr gültig.',
    'Il mio vecchio numero non è più attivo.',
    'Hello, thank you for waiting, Acme, how can I help?',
    'Please hold on, who is this?',
    'Met Jan de Vries, goedemorgen.',
    'Alô, bom dia, quem fala?',
    'Halo, słucham?',
    'Hej, det är Anna, jag är inte hemma.',
    'Efendim, buyurun?',
  ])('a person who says this is no intercept and no queue: %s', (text) => {
    const { verdict } = classifyUntil([[500, 2300]], 8000, (fresh) => fresh.heard(text));
    expect(verdict).toEqual(classifyUntil([[500, 2300]], 8000).verdict);
    expect(verdict?.kind).toBe('person');
  });

  it.each([
    [
      'We are sorry. The number you have dialed is not in service. Please check the number.',
      'intercept',
      false,
    ],
    ['Le numéro que vous avez demandé n’est pas attribué.', 'intercept', false],
    ['The number you have dialed is not in service at this time.', 'intercept', true],
    ['This number has been disconnected. Please check the number and dial again.', 'intercept', true],
  ])('only words about the dialed number end the retries: %s', (text, kind, isTemporary) => {
    const { verdict } = classifyUntil([[500, 6000]], 12_000, (fresh) => fresh.heard(text));
    expect(verdict).toMatchObject({ kind, isTemporary });
  });

  it.each([
    'No, he is out. Would you like to leave a message?',
    'Do you want to leave your name?',
    'Could you maybe leave me a short message?',
  ])('an offer to take a message is not a voicemail: %s', (text) => {
    for (const endMs of [3500, 5500]) {
      const { verdict } = classifyUntil([[500, endMs]], 12_000, (fresh) => fresh.heard(text));
      expect(verdict).toEqual(classifyUntil([[500, endMs]], 12_000).verdict);
      expect(verdict?.kind).not.toBe('voicemail');
    }
  });

  it.each([
    'This is Tom. Could you please leave your name and number, and I will call you back.',
    'Would you kindly leave a message.',
  ])('a polite request for a message is a voicemail: %s', (text) => {
    for (const endMs of [3500, 5500])
      expect(classifyUntil([[500, endMs]], 12_000, (fresh) => fresh.heard(text)).verdict?.kind).toBe(
        'voicemail',
      );
  });

  it("a person's words within a long greeting are a voicemail", () => {
    const { verdict } = classifyUntil([[500, 4500]], 9000, (fresh) =>
      fresh.heard("You've reached Tom Baker."),
    );
    expect(verdict?.kind).toBe('voicemail');
  });

  it('busy circuits end the call, and it may be tried again', () => {
    const said = 'All circuits are busy now. Please try your call again later.';
    const { verdict } = classifyUntil([[500, 3500]], 9000, (fresh) => fresh.heard(said));
    expect(verdict).toMatchObject({ kind: 'intercept', isTemporary: true });
    // The greeting of a voicemail may pause after such words.
    const voicemail = classifyUntil([[500, 3500]], 4800, (fresh) =>
      fresh.heard('I am temporarily unavailable.'),
    );
    expect(voicemail.verdict).toBeNull();
  });

  it('partial words are replaced, not added up', () => {
    const { verdict } = classifyUntil([[500, 1500]], 5000, (fresh) => {
      fresh.heard('press', true);
      fresh.heard('press one', true);
      fresh.heard('bless you');
    });
    expect(verdict?.kind).toBe('person');
  });

  it('a menu that never pauses is a menu', () => {
    const { verdict } = classifyUntil([[0, 50_000]], 45_000, (fresh) => fresh.heard('press one'));
    expect(verdict).toMatchObject({ kind: 'ivr', decidedAtMs: 40_000 });
  });

  it('ordinary words change nothing', () => {
    expect(classifyUntil([[500, 1500]], 5000, (c) => c.heard('hello this is tom')).verdict?.kind).toBe(
      'person',
    );
  });
});
