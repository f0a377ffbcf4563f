import { buildSchema } from './src/operations/schema.ts';
try { const s = buildSchema({}, 'names'); console.log(Object.keys(s.getQueryType().getFields())); } catch (e) { console.log(e.message) }
import { buildCatalogue } from './src/operations/catalogue.ts';
import { print } from 'graphql';
console.time('cat');
const c = buildCatalogue(buildSchema({}, 'names'));
console.timeEnd('cat');
console.log(c.operations.map(o=>`${o.method} ${o.path} ${o.name} ${o.idempotency} ${o.access.risk}`).join('\n'));
console.log(print(c.byName.get('ListCompanies').wireDocument).slice(0,900));
console.log(JSON.stringify(c.byName.get('UpdateCompany').inputSchema).slice(0,600));
