// A running service that also runs its jobs, as `npm start` does.
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { startService, type TestService } from './service.ts';

export class WorkingService {
  readonly service: TestService;
  #worker: Worker | undefined;

  /** For a service whose jobs another process runs, or none. */
  constructor(service: TestService) {
    this.service = service;
  }

  /** Starts a service that runs its jobs. */
  static async start<World extends WorkingService>(
    this: new (
      service: TestService,
    ) => World,
    settings: Record<string, string> = {},
  ): Promise<World> {
    const world = new this(await startService(settings));
    await world.startWorker();
    return world;
  }

  async startWorker(): Promise<void> {
    const { server, databaseUrl } = this.service;
    this.#worker = await startWorker(server.services, databaseUrl, server.app.log);
  }

  async stopWorker(): Promise<void> {
    await this.#worker?.stop();
    this.#worker = undefined;
  }

  /** Stops the service and its jobs. */
  async stop(): Promise<void> {
    await this.stopWorker();
    await this.service.stop();
  }
}
