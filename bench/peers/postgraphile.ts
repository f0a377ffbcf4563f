// PostGraphile 5 over the same tables, tuned as its documentation says; no protections.
import { createServer } from 'node:http';
import { databaseUrl, POOL, serve } from './start.ts';

// By names that the type checker does not follow: the bench's packages are installed only where peers are measured.
const load = (name: string) => import(name);

const { postgraphile } = await load('postgraphile');
const { PostGraphileAmberPreset } = await load('postgraphile/presets/amber');
const { makePgService } = await load('postgraphile/adaptors/pg');
const { grafserv } = await load('postgraphile/grafserv/node');
const { PgSimplifyInflectionPreset } = await load('@graphile/simplify-inflection');
const { PostGraphileConnectionFilterPreset } = await load('postgraphile-plugin-connection-filter');

const preset = {
  extends: [PostGraphileAmberPreset, PgSimplifyInflectionPreset, PostGraphileConnectionFilterPreset],
  pgServices: [
    // The superuser: row-level security costs it nothing. Prepared statements are on by default (100 a connection).
    makePgService({
      connectionString: databaseUrl(),
      schemas: ['public', 'bench'],
      poolConfig: POOL,
      pubsub: false,
    }),
  ],
  // Answers are put together as text, without building objects first: the documentation's advice for speed.
  grafserv: {
    graphqlPath: '/graphql',
    graphiql: false,
    websockets: false,
    watch: false,
    outputDataAsString: true,
  },
  grafast: { explain: false },
  // Its index check does not see that our partial indexes (live rows only) serve the relations.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  schema: { connectionFilterComputedColumns: false, connectionFilterSetofFunctions: false },
};

const instance = postgraphile(preset);
const server = createServer();
const graphile = instance.createServ(grafserv);
await graphile.addTo(server);
await instance.getSchema();
await serve(server);
