// Prometheus metrics: requests and their duration, statements, connections. No label contains personal data.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './db/knex.ts';

export class Metrics {
  readonly registry = new Registry();
  readonly requests: Counter<'operation' | 'surface' | 'status'>;
  readonly duration: Histogram<'operation' | 'surface'>;
  readonly statements: Histogram<'operation'>;

  constructor(database: Database) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Counter({
      name: 'api_requests_total',
      help: 'Requests answered',
      labelNames: ['operation', 'surface', 'status'],
      registers,
    });
    this.duration = new Histogram({
      name: 'api_request_duration_seconds',
      help: 'Time from request to answer',
      labelNames: ['operation', 'surface'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    });
    this.statements = new Histogram({
      name: 'api_sql_statements',
      help: 'SQL statements of one operation',
      labelNames: ['operation'],
      buckets: [1, 2, 4, 8, 16, 32],
      registers,
    });
    new Gauge({
      name: 'api_database_connections',
      help: 'Connections of the request pool by state',
      labelNames: ['state'],
      registers,
      collect() {
        const { totalCount, idleCount, waitingCount } = database.pool;
        this.set({ state: 'total' }, totalCount);
        this.set({ state: 'idle' }, idleCount);
        this.set({ state: 'waiting' }, waitingCount);
      },
    });
  }
}
