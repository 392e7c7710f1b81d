import { readFileSync } from 'node:fs';
import pg from 'pg';
import { searchKnowledge } from '../../src/domains/knowledge/index.ts';
import { answersQuestion, handbookQuestions } from '../../test/knowledge/handbook.ts';
import { percentile } from '../percentile.ts';
const info = JSON.parse(readFileSync(`${process.argv[2]}/info.json`, 'utf8'));
const client = new pg.Client({ connectionString: info.url, options: '-c jit=off' }); await client.connect();
const names = new Map<string, string>(info.names);
const parts: Record<string, number[]> = {};
const db: any = { query: async (s: any, v: any) => { const t = cpu(); const { rows } = await client.query({ name: s.name, text: s.text, values: v }); (parts[s.name] ??= []).push(cpu() - t); return rows; } };
const { rows: [{ pid }] } = await client.query('select pg_backend_pid() as pid');
const cpu = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
const sample = (globalThis as any).process.argv.includes('-e');
let hit = 0; const all: number[] = [];
for (const round of [0, 1]) { hit = 0; for (const k in parts) parts[k] = []; all.length = 0;
for (const q of handbookQuestions()) { const t = performance.now(); const f = await searchKnowledge(db, { organizationId: info.organizationId, sourceIds: 'all', query: q.question, language: 'en', limit: 5 }); all.push(performance.now() - t); if (f.some((c) => answersQuestion(c, q, (id) => names.get(id)))) hit++; } }
console.log('recall5', hit / 200, 'p50', percentile(all, 50).toFixed(1), 'p95', percentile(all, 95).toFixed(1));
for (const k in parts) console.log(k, 'CPU ms p50', percentile(parts[k]!, 50).toFixed(1), 'p95', percentile(parts[k]!, 95).toFixed(1));
await client.end();
