import type { ASTNode } from '@marcbachmann/cel-js';
import { ExpressionError } from './work.ts';

/** What an expression speaks of. */
export interface References {
  /** Ids of steps, by `steps.<id>`. */
  steps: Set<string>;
  /** Names that are not the expression's own: `input`, the variable of a loop. */
  names: Set<string>;
}

const functions = new Set([
  ...['size', 'string', 'int', 'double', 'bool', 'dyn', 'timestamp', 'duration', 'json', 'parseJson'],
]);
const ofTexts = new Set([
  ...['contains', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'substring', 'trim', 'lowerAscii'],
  ...['upperAscii', 'split'],
]);
const ofOthers = new Set([
  ...['size', 'join', 'getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear', 'getFullYear', 'getHours'],
  ...['getMilliseconds', 'getMinutes', 'getMonth', 'getSeconds'],
]);
/** They name the element that they go through first. */
const comprehensions = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);
/** Comprehensions within comprehensions: their costs multiply. */
const comprehensionsMax = 3;

/** Where in an expression we are: the names that comprehensions have given to elements. */
type Own = readonly string[];

/**
 * The expression as the environment of `cel-environment.ts` evaluates it: what is missing is null, conditions take null
 * for false, and what goes through lists is counted. Throws an ExpressionError for what is not allowed; what it speaks
 * of is added to `references`.
 */
export function rewrite(node: ASTNode, references: References, own: Own = []): string {
  const inner = (one: ASTNode) => rewrite(one, references, own);
  switch (node.op) {
    case 'value':
      if (node.args instanceof Uint8Array) {
        throw new ExpressionError('there are no bytes here: a text is written without b before it');
      }
      return node.input.slice(node.range.start, node.range.end);
    case 'id':
      return nameOf(node.args, references, own);
    case '.':
    case '[]':
      return access(node, references, own);
    case '!_':
      return `!__true(${inner(node.args)})`;
    case '-_':
      return `-(${inner(node.args)})`;
    case '&&':
    case '||':
      return `(__true(${inner(node.args[0])}) ${node.op} __true(${inner(node.args[1])}))`;
    case '?:': {
      const [condition, yes, no] = node.args.map(inner);
      return `(__true(${condition}) ? dyn(${yes}) : dyn(${no}))`;
    }
    case '==':
    case '!=': {
      const same = `__equal(${inner(node.args[0])}, ${inner(node.args[1])})`;
      return node.op === '==' ? same : `!${same}`;
    }
    case 'in':
      return `__in(${inner(node.args[0])}, ${inner(node.args[1])})`;
    case '+':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return `(__sized(${inner(node.args[0])}) ${node.op} __sized(${inner(node.args[1])}))`;
    case 'list':
      return `[${node.args.map(inner).join(', ')}]`;
    case 'map':
      return `__object([${node.args.map(([key, value]) => `${inner(key)}, ${inner(value)}`).join(', ')}])`;
    case 'call':
      return call(node.args, references, own);
    case 'rcall':
      return method(node.args, references, own);
    case '.?':
    case '[?]':
      throw new ExpressionError('.? and [?] are not needed: what is missing is null');
    default:
      return `(${inner(node.args[0])} ${node.op} ${inner(node.args[1])})`;
  }
}

function nameOf(name: string, references: References, own: Own): string {
  if (own.includes(name)) return name;
  if (name.startsWith('__')) throw new ExpressionError(`${name} is not a name that may be used`);
  if (name === 'steps') throw new ExpressionError('steps is used with the id of a step: steps.<id>');
  references.names.add(name);
  return name;
}

function access(node: Extract<ASTNode, { op: '.' | '[]' }>, references: References, own: Own): string {
  const [left, right] = node.args;
  const key = typeof right === 'string' ? JSON.stringify(right) : rewrite(right, references, own);
  if (left.op !== 'id' || left.args !== 'steps' || own.includes('steps')) {
    return `__at(${rewrite(left, references, own)}, ${key})`;
  }
  const id = typeof right === 'string' ? right : right.op === 'value' ? right.args : null;
  if (typeof id !== 'string') throw new ExpressionError('steps is used with the id of a step: steps.<id>');
  references.steps.add(id);
  return `__step(steps, ${key})`;
}

function call([name, values]: [string, ASTNode[]], references: References, own: Own): string {
  const inner = (one: ASTNode) => rewrite(one, references, own);
  if (name === 'has') {
    const [field] = values;
    if (values.length !== 1 || field?.op !== '.') {
      throw new ExpressionError('has() takes one field, such as has(input.name)');
    }
    return `!__equal(${inner(field)}, null)`;
  }
  if (!functions.has(name)) throw new ExpressionError(`there is no function ${name.slice(0, 64)}()`);
  const guard = name === 'duration' ? '__brief' : '__measured';
  if (name === 'dyn' || name === 'json' || name === 'parseJson')
    return `${name}(${values.map(inner).join(', ')})`;
  return `${name}(${values.map((value) => `${guard}(${inner(value)})`).join(', ')})`;
}

function method([name, on, values]: [string, ASTNode, ASTNode[]], references: References, own: Own): string {
  const inner = (one: ASTNode) => rewrite(one, references, own);
  if (comprehensions.has(name)) return comprehension([name, on, values], references, own);
  const given = (guard = '') => values.map((value) => `${guard}(${inner(value)})`).join(', ');
  if (name === 'join') return `__joined(${inner(on)}).join(${given('__brief')})`;
  if (ofTexts.has(name)) {
    return `__text(${inner(on)}, "${name}").${name}(${given(name === 'lastIndexOf' ? '__brief' : '')})`;
  }
  if (name === 'size') return `__measured(${inner(on)}).size(${given()})`;
  if (ofOthers.has(name)) return `${inner(on)}.${name}(${given('__zone')})`;
  const why = name === 'matches' ? ': regular expressions are not evaluated' : '';
  throw new ExpressionError(`there is no function .${name.slice(0, 64)}()${why}`);
}

/** As how many elements the evaluation of an expression of this text counts at least. */
export function weightOf(text: string): number {
  return 1 + Math.floor(text.length / 40);
}

function comprehension(
  [name, on, values]: [string, ASTNode, ASTNode[]],
  references: References,
  own: Own,
): string {
  const [element, ...parts] = values;
  if (element?.op !== 'id' || parts.length === 0 || parts.length > (name === 'map' ? 2 : 1)) {
    throw new ExpressionError(`.${name}() is used so: list.${name}(item, …)`);
  }
  if (own.length === comprehensionsMax) {
    throw new ExpressionError(`comprehensions stand at most ${comprehensionsMax} deep in each other`);
  }
  if (element.args.startsWith('__'))
    throw new ExpressionError(`${element.args} is not a name that may be used`);
  const within = [...own, element.args];
  const texts = parts.map((part) => rewrite(part, references, within));
  // All but the value that map() makes are conditions.
  const last = texts.length - 1;
  const judged = texts.map((text, i) => (name === 'map' && i === last ? `dyn(${text})` : `__true(${text})`));
  const weight = weightOf(judged.join(''));
  return `__list(${rewrite(on, references, own)}, ${weight}).${name}(${element.args}, ${judged.join(', ')})`;
}
