import type { ASTNode } from '@marcbachmann/cel-js';
import { ExpressionError } from './work.ts';

/** The names an expression refers to. */
export interface References {
  /** Step ids, from `steps.<id>`. */
  steps: Set<string>;
  /** Names that the expression does not define: `input`, the variable of a loop. */
  names: Set<string>;
  /** Fields of such names, as `vars.total`; those with a computed name are not among them. */
  fields: Set<string>;
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
/** Macros whose first argument names the element. */
const comprehensions = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);
/** Maximum nesting of comprehensions, because their costs multiply. */
const comprehensionsMax = 3;

/** The element names that enclosing comprehensions define. */
type Own = readonly string[];

/**
 * Rewrites an expression for the environment of `cel-environment.ts`: missing values become null, conditions treat null
 * as false, and loops over lists are counted. Throws an ExpressionError for anything not allowed. Adds the names it
 * refers to to `references`.
 */
export function rewrite(node: ASTNode, references: References, own: Own = []): string {
  const inner = (one: ASTNode) => rewrite(one, references, own);
  switch (node.op) {
    case 'value':
      if (node.args instanceof Uint8Array) {
        throw new ExpressionError('bytes are not supported; write a text without b before it');
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
      throw new ExpressionError('.? and [?] are not needed, because missing values are null');
    default:
      return `(${inner(node.args[0])} ${node.op} ${inner(node.args[1])})`;
  }
}

function nameOf(name: string, references: References, own: Own): string {
  if (own.includes(name)) return name;
  if (name.startsWith('__')) throw new ExpressionError(`${name} is not allowed as a name`);
  if (name === 'steps') throw new ExpressionError('steps must be used with the id of a step: steps.<id>');
  references.names.add(name);
  return name;
}

function access(node: Extract<ASTNode, { op: '.' | '[]' }>, references: References, own: Own): string {
  const [left, right] = node.args;
  const key = typeof right === 'string' ? JSON.stringify(right) : rewrite(right, references, own);
  if (left.op !== 'id' || left.args !== 'steps' || own.includes('steps')) {
    const field = typeof right === 'string' ? right : right.op === 'value' ? right.args : null;
    if (left.op === 'id' && typeof field === 'string' && !own.includes(left.args))
      references.fields.add(`${left.args}.${field}`);
    return `__at(${rewrite(left, references, own)}, ${key})`;
  }
  const id = typeof right === 'string' ? right : right.op === 'value' ? right.args : null;
  if (typeof id !== 'string')
    throw new ExpressionError('steps must be used with the id of a step: steps.<id>');
  references.steps.add(id);
  return `__step(steps, ${key})`;
}

function call([name, values]: [string, ASTNode[]], references: References, own: Own): string {
  const inner = (one: ASTNode) => rewrite(one, references, own);
  if (name === 'has') {
    const [field] = values;
    if (values.length !== 1 || field?.op !== '.') {
      throw new ExpressionError('has() needs one field, such as has(input.name)');
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
  const why = name === 'matches' ? ': regular expressions are not supported' : '';
  throw new ExpressionError(`there is no function .${name.slice(0, 64)}()${why}`);
}

/** Returns the minimum cost of evaluating an expression of this text, in elements. */
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
    throw new ExpressionError(`.${name}() must be used as list.${name}(item, …)`);
  }
  if (own.length === comprehensionsMax) {
    throw new ExpressionError(`comprehensions may be nested at most ${comprehensionsMax} deep`);
  }
  if (element.args.startsWith('__')) throw new ExpressionError(`${element.args} is not allowed as a name`);
  const within = [...own, element.args];
  const texts = parts.map((part) => rewrite(part, references, within));
  // All arguments except the value of map() are conditions.
  const last = texts.length - 1;
  const judged = texts.map((text, i) => (name === 'map' && i === last ? `dyn(${text})` : `__true(${text})`));
  const weight = weightOf(judged.join(''));
  return `__list(${rewrite(on, references, own)}, ${weight}).${name}(${element.args}, ${judged.join(', ')})`;
}
