import { expect, it } from 'vitest';
import { wordsOf } from '../languages.ts';
import { isRefusal } from './refusal.ts';

it.each([
  [
    'en',
    ['No, not yet.', "I don't think so", 'Yes… no, wait', 'Um, no'],
    ['Yes, please', 'No problem', 'Why not?', "Yes, I don't mind"],
  ],
  [
    'de',
    ['Nein danke', 'Lieber nicht', 'Ja, nein, warten Sie', 'Äh, nee'],
    ['Ja, gerne', 'Kein Problem', 'Warum nicht', 'Ja, machen Sie das'],
  ],
  ['fr', ['Non merci', 'Surtout pas', 'Euh, non'], ['Oui, allez-y', 'Pas de problème', "D'accord"]],
  [
    'es',
    ['No, gracias', 'Todavía no', 'Bueno, no'],
    ['Sí, por favor', 'Claro, ¿cómo no?', 'No hay problema'],
  ],
  ['it', ['No, grazie', 'Non ancora', 'Mai'], ['Sì, certo', 'Perché no?', "Non c'è problema"]],
  ['pt', ['Não, obrigado', 'Ainda não'], ['Sim, no domingo', 'Pois não', 'Não há problema']],
  ['nl', ['Nee, dank je', 'Liever niet', 'Nog niet'], ['Ja, graag', 'Geen probleem', 'Waarom niet']],
  ['pl', ['Nie, dziękuję', 'Jeszcze nie'], ['Tak, proszę', 'Nie ma problemu', 'Czemu nie']],
  ['cs', ['Ne, děkuji', 'Ještě ne', 'Nechci'], ['Ano, prosím', 'Proč ne']],
  ['da', ['Nej tak', 'Helst ikke'], ['Ja tak', 'Hvorfor ikke']],
  ['sv', ['Nej tack', 'Helst inte'], ['Ja tack', 'Varför inte']],
  ['nb', ['Nei takk', 'Helst ikke'], ['Ja takk', 'Hvorfor ikke']],
  ['fi', ['Ei kiitos', 'En halua'], ['Kyllä kiitos', 'Miksi ei']],
  ['hu', ['Nem, köszönöm', 'Még nem'], ['Igen, kérem', 'Miért ne']],
  ['ro', ['Nu, mulțumesc', 'Încă nu'], ['Da, vă rog', 'De ce nu']],
  ['ru', ['Нет, спасибо', 'Пока не надо'], ['Да, пожалуйста', 'Почему бы и нет']],
  ['uk', ['Ні, дякую', 'Ще не треба'], ['Так, будь ласка', 'Чому б і ні']],
  ['tr', ['Hayır, teşekkürler', 'HAYIR', 'İstemiyorum'], ['Evet, lütfen', 'Neden olmasın']],
])('in %s tells a no from a yes', (language, refusing, agreeing) => {
  for (const text of refusing) expect([text, isRefusal(text, [language])]).toEqual([text, true]);
  for (const text of agreeing) expect([text, isRefusal(text, [language])]).toEqual([text, false]);
  const { hums, agreements, refusals } = wordsOf(language);
  expect([...hums, ...agreements].filter((word) => refusals.includes(word))).toEqual([]);
});

it('hears a no in each of the languages, and in English where the language is unknown', () => {
  expect(isRefusal('Nein', ['en', 'de-AT'])).toBe(true);
  expect(isRefusal('Nein', ['en'])).toBe(false);
  expect(isRefusal('No way', ['sw'])).toBe(true);
  // Later words may be about something else.
  expect(isRefusal('Ich nehme das Angebot für drei Jahre, aber nicht für vier', ['de'])).toBe(false);
});
