// The peer "postgraphile": PostGraphile 5 on the same tables, tuned by its documentation, without access control or limits.
import { createServer } from 'node:http';
import { databaseUrl, POOL, serve } from './start.ts';

// Imported by computed names, which the type checker ignores: these packages are installed only to measure peers.
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
    // Superuser, so without the cost of row-level security. Prepared statements are on by default (100 per connection).
    makePgService({
      connectionString: databaseUrl(),
      schemas: ['public', 'bench'],
      poolConfig: POOL,
      pubsub: false,
    }),
  ],
  // Builds responses as text instead of objects, as the documentation recommends for speed.
  grafserv: {
    graphqlPath: '/graphql',
    graphiql: false,
    websockets: false,
    watch: false,
    outputDataAsString: true,
  },
  grafast: { explain: false },
  // Its index check does not recognize that our partial indexes (live rows only) serve the relations.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  schema: { connectionFilterComputedColumns: false, connectionFilterSetofFunctions: false },
};

const instance = postgraphile(preset);
const server = createServer();
const graphile = instance.createServ(grafserv);
await graphile.addTo(server);
await instance.getSchema();
await serve(server);
