// The peer "floor": one hand-written SQL statement per request behind the same HTTP server; sends PostgreSQL's JSON as is.
import Fastify from 'fastify';
import pg from 'pg';
import { workloads } from '../workloads/index.ts';
import { databaseUrl, POOL, serve } from './start.ts';

const pool = new pg.Pool({ connectionString: databaseUrl(), ...POOL });
const app = Fastify();

for (const { variants } of workloads) {
  for (const variant of variants) {
    if (!variant.sql) continue;
    const { key: name, text } = variant.sql;
    // A pattern needs a plan for its value, so such a statement is not prepared.
    const statement = text.includes(' ilike ') ? { text } : { text, name };
    app.get(`/${name}`, async (request, reply) => {
      const values = JSON.parse((request.query as { v: string }).v);
      const { rows } = await pool.query({ ...statement, values });
      if (!rows[0]) return reply.code(404).send();
      return reply.header('content-type', 'application/json; charset=utf-8').send(rows[0].body);
    });
  }
}

await app.ready();
await serve(app.server);
