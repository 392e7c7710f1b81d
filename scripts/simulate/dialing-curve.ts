import type { DialingConfiguration, DialingResult, WayResult } from '../../src/simulation/index.ts';

const size = { width: 720, height: 400, left: 64, right: 24, top: 24, bottom: 56 };
const colors = { predictive: '#2563eb', 'fixed-ratio': '#d97706', erlang: '#6b7280', progressive: '#dc2626' };
/** The curve shows abandonment up to this share. */
const abandonmentMax = 0.055;

interface Point {
  x: number;
  y: number;
}

/** Draws the share of time that members are idle against the abandonment, as SVG. */
export function dialingCurve({ curveTeam }: DialingConfiguration, { curve, erlang }: DialingResult): string {
  const [oneForEach] = curve.filter(({ way }) => way === 'progressive');
  const idleMax = Math.ceil(10 * (oneForEach?.idle.mean ?? 1) + 0.5) / 10;
  const x = (share: number) => size.left + (share / abandonmentMax) * (size.width - size.left - size.right);
  const y = (share: number) => size.top + (1 - share / idleMax) * (size.height - size.top - size.bottom);
  const of = (way: WayResult['way']): Point[] =>
    curve
      .filter((result) => result.way === way)
      .map(({ abandonment, idle }) => ({ x: x(abandonment.mean), y: y(idle.mean) }));
  const formula = erlang
    .filter(({ members, maxAbandonment }) => members === curveTeam && maxAbandonment <= abandonmentMax)
    .map(({ maxAbandonment, idle }) => ({ x: x(maxAbandonment), y: y(idle) }))
    .sort((a, b) => a.x - b.x);
  const ticksX = [0, 0.01, 0.02, 0.03, 0.04, 0.05].map((share) => tickX(x(share), share));
  const ticksY = Array.from({ length: Math.round(idleMax * 10) + 1 }, (_, ten) =>
    tickY(y(ten / 10), ten / 10),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="13">`,
    `<title>Idle time of members and abandoned calls, by way of dialing</title>`,
    `<rect width="${size.width}" height="${size.height}" fill="white"/>`,
    ...ticksX,
    ...ticksY,
    `<text x="${size.width / 2}" y="${size.height - 14}" text-anchor="middle">abandoned, of the answered calls</text>`,
    `<text transform="translate(16 ${size.height / 2}) rotate(-90)" text-anchor="middle">time that members are idle</text>`,
    line(formula, colors.erlang, "Erlang's loss formula", '4 4'),
    line(of('fixed-ratio'), colors['fixed-ratio'], 'best fixed ratio, in hindsight'),
    line(of('predictive'), colors.predictive, 'predictive'),
    line(of('progressive'), colors.progressive, 'one for each free member'),
    '</svg>',
    '',
  ].join('\n');
}

function line(points: readonly Point[], color: string, name: string, dashes = ''): string {
  const last = points.at(-1);
  if (!last) return '';
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`);
  const isAlone = points.length === 1;
  return [
    `<path d="${path.join(' ')}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dashes}"/>`,
    ...points.map(
      ({ x, y }) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.5" fill="${color}"/>`,
    ),
    `<text x="${(last.x + (isAlone ? 10 : 0)).toFixed(1)}" y="${(last.y - (isAlone ? -4 : 10)).toFixed(1)}" fill="${color}" text-anchor="${isAlone ? 'start' : 'end'}">${name}</text>`,
  ].join('\n');
}

function tickX(x: number, share: number): string {
  return `<path d="M${x} ${size.top}V${size.height - size.bottom}" stroke="#e5e7eb"/><text x="${x}" y="${size.height - size.bottom + 18}" text-anchor="middle">${Math.round(100 * share)} %</text>`;
}

function tickY(y: number, share: number): string {
  return `<path d="M${size.left} ${y.toFixed(1)}H${size.width - size.right}" stroke="#e5e7eb"/><text x="${size.left - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end">${Math.round(100 * share)} %</text>`;
}
