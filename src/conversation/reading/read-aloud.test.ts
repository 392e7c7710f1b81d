import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAloud } from './read-aloud.ts';
import { patternOf } from './rules/rule.ts';
import { symbolsOf } from './symbols.ts';

const read = (text: string, language: string) =>
  readAloud(text, { language, pronunciations: [], readsNumbers: true }).text;

/** Written and spoken texts by language. */
const examples: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [
    ['It costs $12.50 today.', 'It costs twelve dollars and fifty cents today.'],
    ['A $5 gift card, an £8.00 fee', 'A five dollar gift card, an eight pound fee'],
    ['a $2 million house, for $5 a month', 'a two million dollar house, for five dollars a month'],
    [
      'a $12.50 fee, a $1.5 million fund',
      'a twelve dollar and fifty cent fee, a one point five million dollar fund',
    ],
    ['$5 million, £3.99', 'five million dollars, three pounds and ninety-nine pence'],
    ['USD 20 or CHF 20.-', 'twenty US dollars or twenty Swiss francs'],
    ['on 2026-11-23', 'on November twenty-third, twenty twenty-six'],
    ['by 3/4/2026', 'by March fourth, twenty twenty-six'],
    ['14:30, 2:30 pm, 9:05 a.m.', 'two thirty p m, two thirty p m, nine oh five a m.'],
    ['The score was 21:15.', 'The score was twenty-one to fifteen.'],
    ['They won 3:2, but lost by 0:15.', 'They won three to two, but lost by zero to fifteen.'],
    ['We won at 11:15 and lost 9:15 pm.', 'We won at eleven fifteen and lost nine fifteen p m.'],
    ['Call (202) 555-0123.', 'Call two zero two, five five five, zero one two three.'],
    ['+12025550123', 'plus one, two zero two, five five five, zero one two three'],
    ['your order 4711 is here', 'your order four seven one one is here'],
    ['code 0042, 4711-A', 'code zero zero four two, four seven one one, A'],
    ['5 km at -3 °C, 3.5%', 'five kilometers at minus three degrees Celsius, three point five percent'],
    ['the 23rd of 1,250', 'the twenty-third of one thousand two hundred fifty'],
    [
      'Dial 911. No. Table No. 5 of 12 Oak Dr. Call us',
      'Dial nine one one. No. Table number five of twelve Oak Dr. Call us',
    ],
    ['a.smith@example.com', 'a dot smith at example dot com'],
    ['https://www.example.com/help.', 'www dot example dot com slash help.'],
    ['Dr. Smith, 12 Main St., e.g. St. Ives', 'Doctor Smith, twelve Main Street, for example Saint Ives'],
    ['£12,50 and 100mg, 5 ml', 'twelve pounds and fifty pence and 100mg, five milliliters'],
    ['2.30 pm, 9:00 AM - 5 PM', 'two thirty p m, nine a m - five p m'],
    ['card 4111 1111 1111 1112', 'card four one one one, one one one one, one one one one, one one one two'],
  ],
  'en-GB': [['by 3/4/2026', 'by April third, twenty twenty-six']],
  de: [
    [
      'Das kostet 12,50 € oder 1.200 €.',
      'Das kostet zwölf Euro fünfzig Cent oder eintausendzweihundert Euro.',
    ],
    ['CHF 20.-', 'zwanzig Schweizer Franken'],
    // A decimal sign of another language.
    ['12.50 € oder $3.99', 'zwölf Euro fünfzig Cent oder drei Dollar neunundneunzig Cent'],
    ['3. Mai, 19,99.', '3. Mai, neunzehn Komma neun neun.'],
    ['Tel. 030 / 123 45', 'Telefon null drei null, eins zwei drei, vier fünf'],
    [
      'Das Ergebnis: 21:15, gewonnen mit 3:2',
      'Das Ergebnis: einundzwanzig zu fünfzehn, gewonnen mit drei zu zwei',
    ],
    ['Wir gewannen 21:15 Uhr', 'Wir gewannen einundzwanzig Uhr fünfzehn'],
    ['am 23.11.2026 um 14:30 Uhr', 'am 23. November 2026 um vierzehn Uhr dreißig'],
    ['+49 30 1234567', 'plus vier neun, drei null, eins zwei drei, vier fünf sechs sieben'],
    ['Bestellung 4711', 'Bestellung vier sieben eins eins'],
    ['20 °C und 3,5 %', 'zwanzig Grad Celsius und drei Komma fünf Prozent'],
    ['Hauptstr. 5, z. B. bei Dr. Müller', 'Hauptstraße fünf, zum Beispiel bei Doktor Müller'],
    // "Ein" would have to agree with the sentence.
    ['1 € und 101 km', '1 Euro und 101 Kilometer'],
  ],
  fr: [
    [
      '12,50 € le 23/11/2026',
      'douze euros et cinquante centimes le vingt-trois novembre deux mille vingt-six',
    ],
    ['à 14h30, le 1er, 0h30', 'à quatorze heures trente, le premier, zéro heure trente'],
    ['01.23.45.67.89', 'zéro un, deux trois, quatre cinq, six sept, huit neuf'],
    ['06 12 34 56 78', 'zéro six, un deux, trois quatre, cinq six, sept huit'],
    ['M. Dupont, 5 %', 'monsieur Dupont, cinq pour cent'],
  ],
  es: [
    ['12,50 € y 21 £', 'doce euros con cincuenta céntimos y veintiuna libras'],
    ['el 23/11/2026', 'el veintitrés de noviembre de dos mil veintiséis'],
    ['+34 612 345 678', 'más tres cuatro, seis uno dos, tres cuatro cinco, seis siete ocho'],
    ['la Sra. García, el 3.º', 'la señora García, el tercero'],
  ],
  it: [
    ['12,50 € il 1/1/2026', 'dodici euro e cinquanta centesimi il primo gennaio duemilaventisei'],
    ['25 km/h', 'venticinque chilometri orari'],
  ],
  pt: [
    [
      'R$ 12,50 em 23/11/2026',
      'doze Reais e cinquenta centavos em vinte e três de novembro de dois mil e vinte e seis',
    ],
    ['(11) 91234-5678', 'um um, nove um dois, três quatro, cinco seis sete oito'],
  ],
  nl: [
    ['€ 12,50 om 14:30 uur', 'twaalf euro en vijftig cent om veertien uur dertig'],
    ['€ 1, toets 1', 'één euro, toets één'],
    ['op 23-11-2026, de 2e', 'op drieëntwintig november tweeduizendzesentwintig, de tweede'],
  ],
  sv: [
    ['12,50 kr den 2026-11-23', 'tolv kronor och femtio öre den 23 november 2026'],
    ['070-123 45 67', 'noll sju noll, ett två tre, fyra fem, sex sju'],
  ],
  da: [['12,50 kr., 12 34 56 78', 'tolv kroner og halvtreds øre, et to, tre fire, fem seks, syv otte']],
  nb: [['12,50 kr den 23.11.2026', 'tolv kroner og femti øre den 23. november 2026']],
  ro: [['12,50 lei, 25 km', 'doisprezece lei și cincizeci de bani, douăzeci și cinci de kilometri']],
  tr: [['12,50 ₺, 5 km', 'on iki Türk lirası elli kuruş, beş kilometre']],
  // Numbers in sentences stay in digits: their words have cases.
  cs: [['12,50 Kč, 5 km, 23.11.2026', '12 korun 50 haléřů, 5 kilometrů, 23. listopadu 2026']],
  fi: [['12,50 €, 3,5 %', '12 euroa 50 senttiä, 3,5 prosenttia']],
  hu: [['1500 Ft, 2026. 11. 23.', '1500 forint, 2026. november 23.']],
  pl: [['2 zł, 12,50 zł, kod 4711', '2 złote, 12 złotych 50 groszy, kod cztery siedem jeden jeden']],
  ru: [['5 ₽, 21 км, 23.11.2026', '5 рублей, 21 километр, 23 ноября 2026 года']],
  uk: [['12,50 ₴, 23.11.2026', '12 гривень 50 копійок, 23 листопада 2026 року']],
};

describe.each(Object.entries(examples))('%s', (language, texts) => {
  it.each(texts)('%s', (written, spoken) => {
    expect(read(written, language)).toBe(spoken);
  });
});

it('has examples of every language', () => {
  expect(Object.keys(symbolsOf).filter((language) => !(language in examples))).toEqual([]);
});

it.each([
  ['en', 'version 3.5.1, 192.168.0.1, 5-10, 1/2, #5, 24/7, B2B, A4, 5G, the 1990s, in 2026'],
  ['en', 'NASA, COVID-19, 12:30:45, a 16:9 picture, 31/31/2026, 1.234'],
  ['en', 'order 3000 pieces, call 911 now'],
  ['en', 'No. 5-6 is open 10:30-11:30'],
  ['en', 'Main St. Call us'],
  ['en', 'Nov 23, 5 May 2026, 9am-5pm, ¥500, 50¢, 120V, 401(k)'],
  ['de', 'am 23. November, im 2. Stock, vom 3.-5. Mai, 9,- Euro'],
  ['nb', '23. november'],
  ['sv', 'den 5:e'],
  ['fr', 'J. M. Keynes'],
  ['de', '12.50 und 5-6 km'],
  ['fr', '1.234'],
  ['es', '1,234'],
  ['hu', '20%-os, 5-kor'],
  ['tr', "%25, 5'te"],
  ['pl', 'około 25 osób'],
  ['ja', '3.5 km, $5'],
  ['not a language', '3.5 km'],
])('leaves what is not certain to the voice: %s %s', (language, text) => {
  expect(read(text, language)).toBe(text);
});

it('leaves all numbers to the voice when it is switched off', () => {
  const reading = { language: 'en', pronunciations: [], readsNumbers: false };
  expect(readAloud('$5 for Dr. Smith', reading).text).toBe('$5 for Dr. Smith');
});

it('keeps texts without numbers, signs and abbreviations', () => {
  const word = fc.constantFrom('we', 'call', 'Straße', 'čas', 'это', 'NASA', "don't", 'well-known');
  const mark = fc.constantFrom(' ', ', ', '; ', ' – ', '! ', '? ');
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(symbolsOf)),
      fc.array(fc.tuple(word, mark)),
      (language, all) => {
        const text = all.flat().join('');
        expect(read(text, language)).toBe(text);
      },
    ),
  );
});

it('reads any text, and says every digit that it replaces', () => {
  const unit = fc.constantFrom(
    ..."0123456789012345.,:/-+()%€$@ aAkmr№°'\n".split(''),
    'St.',
    'EUR ',
    'km',
    'kód ',
  );
  const digits: Readonly<Record<string, string>> = Object.fromEntries(
    ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map((word, n) => [
      word,
      String(n),
    ]),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(symbolsOf)),
      fc.string({ unit, maxLength: 40 }),
      (language, text) => {
        const spoken = readAloud(text, { language, pronunciations: [], readsNumbers: true });
        expect(spoken.written).toBe(text);
        expect(spoken.writtenAt(spoken.text.length)).toBe(text.length);
        expect(spoken.text).not.toMatch(/undefined|NaN/u);
      },
    ),
    { numRuns: 300 },
  );
  // Telephone numbers of any form keep their digits.
  const group = fc.stringMatching(/^\d{2,5}$/u);
  fc.assert(
    fc.property(fc.array(group, { minLength: 2, maxLength: 4 }), fc.constantFrom(' ', '-'), (groups, gap) => {
      const number = `+4${groups.join(gap)}`;
      fc.pre(number.replaceAll(/\D/gu, '').length >= 7 && number.replaceAll(/\D/gu, '').length <= 15);
      const words = read(number, 'en').replace('plus', '').split(/[ ,]+/u).filter(Boolean);
      expect(words.map((word) => digits[word]).join('')).toBe(number.replaceAll(/\D/gu, ''));
    }),
  );
});

// V8 finds no match for some groups with the modifier, once a process has compiled much code for patterns.
it('patterns match both cases without the modifier of a group', () => {
  const { source } = patternOf('(?<=(?i:b\\d|nr\\.?|\\p{L}ß) ?#?)x');
  expect(source).toBe('(?<=(?:[bB]\\d|[nN][rR]\\.?|\\p{L}ß) ?#?)x');
});
