/** The rule sets of one language, as CLDR publishes them: name, then pairs of a base value and a text with a semicolon. */
export type RuleSets = Readonly<Record<string, readonly (readonly [string, string])[]>>;

interface Rule {
  base: number;
  divisor: number;
  body: string;
}

/** A part of a rule that depends on the number: an option in brackets, a plural form, or a substitution. */
const pattern = /\[([^\]]*)\]|\$\((cardinal|ordinal),([^)]*)\)\$|→→→|([←→=])([^←→=]*)\4/gu;
/** Numbers with more digits are read digit by digit. */
const numberMax = 999_999_999_999;
const depthMax = 40;

/**
 * Spells whole numbers by the rules of Unicode's CLDR (UTS #35 part 3, "Rule-Based Number Formatting", and the class
 * RuleBasedNumberFormat of ICU). It has what the spelling of whole numbers needs: no fractions, no negative numbers.
 */
export class RuleBasedFormat {
  readonly #sets: RuleSets;
  readonly #parsed = new Map<string, readonly Rule[]>();
  readonly #plurals: Record<'cardinal' | 'ordinal', Intl.PluralRules>;

  constructor(language: string, sets: RuleSets) {
    this.#sets = sets;
    this.#plurals = {
      cardinal: new Intl.PluralRules(language),
      ordinal: new Intl.PluralRules(language, { type: 'ordinal' }),
    };
  }

  /** The names of the rule sets. */
  get sets(): readonly string[] {
    return Object.keys(this.#sets);
  }

  /** Returns the words of a whole number from 0 on; `null` when the rules have none. */
  spell(number: number, set: string): string | null {
    if (!Number.isInteger(number) || number < 0 || number > numberMax) return null;
    return this.#format(number, set, this.#rulesOf(set), 0)?.replaceAll('\u00ad', '').trim() ?? null;
  }

  #rulesOf(set: string): readonly Rule[] {
    let rules = this.#parsed.get(set);
    if (!rules) {
      rules = (this.#sets[set] ?? []).flatMap(([base, text]) => ruleOf(base, text));
      this.#parsed.set(set, rules);
    }
    return rules;
  }

  #format(number: number, set: string, rules: readonly Rule[], depth: number): string | null {
    let at = rules.findLastIndex(({ base }) => base <= number);
    if (at < 0 || depth > depthMax) return null;
    // ICU's rollback: a rule for hundreds and more does not apply to a multiple that is not of its own base.
    const { base, divisor, body } = rules[at]!;
    const isBoth = body.includes('←') && body.includes('→');
    if (isBoth && number % divisor === 0 && base % divisor !== 0 && at > 0) at--;
    return this.#fill(rules[at]!.body, number, { set, rules, at, depth: depth + 1 });
  }

  #fill(
    body: string,
    number: number,
    from: { set: string; rules: readonly Rule[]; at: number; depth: number },
  ): string | null {
    const { divisor } = from.rules[from.at]!;
    const [quotient, rest] = [Math.floor(number / divisor), number % divisor];
    let isWhole = true;
    const text = body.replace(pattern, (all, option, type, forms, sign, target) => {
      let part: string | null;
      if (option !== undefined) {
        const [some, none = ''] = option.split('|');
        part = this.#fill(rest === 0 ? none : some, number, from);
      } else if (type !== undefined) part = this.#plural(type, forms, quotient);
      else if (all === '→→→') part = this.#format(rest, from.set, from.rules.slice(0, from.at), from.depth);
      else {
        const value = sign === '=' ? number : sign === '←' ? quotient : rest;
        part = this.#substitute(value, target, from.set, from.depth);
      }
      isWhole &&= part !== null;
      return part ?? '';
    });
    return isWhole ? text : null;
  }

  #substitute(value: number, target: string, set: string, depth: number): string | null {
    // A target such as `#,##0` asks for digits: there are no words.
    if (target !== '' && !target.startsWith('%')) return null;
    const name = target === '' ? set : target;
    return this.#format(value, name, this.#rulesOf(name), depth);
  }

  #plural(type: 'cardinal' | 'ordinal', forms: string, quotient: number): string | null {
    const all = new Map([...forms.matchAll(/(\w+)\{([^}]*)\}/gu)].map((form) => [form[1]!, form[2]!]));
    return all.get(this.#plurals[type].select(quotient)) ?? all.get('other') ?? null;
  }
}

function ruleOf(key: string, text: string): Rule[] {
  const parts = /^(\d+)(?:\/(\d+))?(>*)$/u.exec(key);
  if (!parts) return [];
  const base = Number(parts[1]);
  const radix = Number(parts[2] ?? 10);
  let exponent = 0;
  while (radix ** (exponent + 1) <= base) exponent++;
  const divisor = radix ** Math.max(exponent - parts[3]!.length, 0);
  return [{ base, divisor, body: text.replace(/;$/u, '').replace(/^'/u, '') }];
}
