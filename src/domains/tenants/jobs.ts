// Background work for the settings of workspaces.
import type { JobHandler } from '../../jobs/job.ts';
import { fetchLogo } from './logo.ts';

export const tenants: Record<string, JobHandler> = { fetch_logo: fetchLogo };
