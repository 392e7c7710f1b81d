import { expect, test } from 'vitest';
import { NoFreePortError, PortPool } from './port-pool.ts';

const bindAnything = async (port: number) => port;

test('every even port of the range is allocated once, then none', async () => {
  const pool = new PortPool({ min: 10_001, max: 10_100 });
  const ports: number[] = [];
  for (let i = 0; i < 50; i++) ports.push((await pool.bind(bindAnything)).port);
  const inOrder = [...ports].sort((a, b) => a - b);
  expect(inOrder).toEqual(Array.from({ length: 50 }, (_, i) => 10_002 + 2 * i));
  expect(ports).not.toEqual(inOrder);
  await expect(pool.bind(bindAnything)).rejects.toThrow(NoFreePortError);
  pool.release(10_050);
  expect((await pool.bind(bindAnything)).port).toBe(10_050);
});

test('ports of other programs are skipped and stay in the pool', async () => {
  const pool = new PortPool({ min: 20_000, max: 20_006 });
  const taken = new Set([20_000, 20_002, 20_006]);
  const bind = async (port: number) => {
    if (taken.has(port)) throw Object.assign(new Error('in use'), { code: 'EADDRINUSE' });
    return port;
  };
  expect((await pool.bind(bind)).port).toBe(20_004);
  await expect(pool.bind(bind)).rejects.toThrow(NoFreePortError);
  taken.delete(20_002);
  expect((await pool.bind(bind)).port).toBe(20_002);
});

test('a port is not lost when binding fails for another reason', async () => {
  const pool = new PortPool({ min: 20_000, max: 20_000 });
  const refuse = async () => {
    throw new Error('no such address');
  };
  await expect(pool.bind(refuse)).rejects.toThrow('no such address');
  expect((await pool.bind(bindAnything)).port).toBe(20_000);
});

test('a released port is the last to be used again', async () => {
  const pool = new PortPool({ min: 20_000, max: 20_010 });
  const { port } = await pool.bind(bindAnything);
  pool.release(port);
  const next: number[] = [];
  for (let i = 0; i < 6; i++) next.push((await pool.bind(bindAnything)).port);
  expect(next[5]).toBe(port);
});
