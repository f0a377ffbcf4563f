// The jobs of imports: the dry run and the execution.
import { executeImportJob } from './execute.ts';
import { validateImportJob } from './validate.ts';

export const imports = { import_validate: validateImportJob, import_execute: executeImportJob };
