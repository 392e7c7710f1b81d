import { type LanguageWords, phrases, words } from './vocabulary.ts';

export const english: LanguageWords = {
  abbreviations: words(`
    mr mrs ms dr prof st sr jr vs etc approx dept no nos fig ext inc ltd co corp ave blvd rd e.g i.e
  `),
  hasOrdinals: false,
  hums: phrases('mhm, mm, mmm, hm, hmm, mm hmm, mm hm, uh huh, uhuh, uhhuh, aha, ah, oh, uh, um'),
  agreements: phrases('yes, yeah, yep, ok, okay, right, sure, i see, got it, alright, all right, cool'),
  refusals: phrases('no, nope, nah, not, never, don t, dont, can t, won t, wouldn t, wrong, incorrect'),
  excuses: phrases('no problem, not a problem, no worries, no objection, no objections, why not'),
  greetings: phrases('hello, hi, hey, hello there, good morning, good afternoon, good evening, yes hello'),
  // "m re ve ll d" are the ends of "I'm", "we're", "I've", "I'll" and "I'd".
  dangling: words(`
    a an the my your our their its every and or but nor because if unless until although though whereas
    whether while when than as since so which who whose without between into onto upon toward towards against
    during within via per after i we he she they m re ve ll d very just uh um er erm
  `),
  mayDangle: words(`
    of to for with from in on at by about like his not currently is are was were am be has have had will
    would can could should must may might shall
  `),
  openers: words('what where who whom how why when which whatever wherever if whether whenever'),
  answers: words('yes yeah yep yup no nope sure'),
  endings: phrases(`
    of course not, probably not, hope not, think not, guess not, afraid not, maybe not, perhaps not,
    certainly not, absolutely not, definitely not, apparently not, rather not, why not, or not, if not,
    hold on, hang on, go on, come on, carry on, move on, from now on, and so on, later on, early on, log in,
    check in, come in, logged in, sign in, move in, fill in, drop in, call in, it is not, i am not, i do not,
    we do not, it does not, they do not, i did not, i have not, i can not, just because, and i, so can i,
    so do i, or so, i think so, i hope so, i guess so, i suppose so, and so, week after, month after,
    year after, soon after, look after, not just
  `),
  digits: words('zero oh o one two three four five six seven eight nine double triple'),
  fillers: ['One moment, please.', 'I am still on it.'],
  silencePrompt: 'Are you still there?',
  apology: 'Sorry, I did not get that. Could you say it again?',
  memberLost: 'Sorry, the connection to my colleague was lost. I am back with you. How can I go on helping?',
  goodbye: 'I am sorry, we have a technical problem. Please try again later. Goodbye.',
};
