// The jobs of imports: the dry run, the execution and the rollback.
import { executeImportJob } from './execute.ts';
import { rollBackJob } from './rollback.ts';
import { validateImportJob } from './validate.ts';

export const imports = {
  import_validate: validateImportJob,
  import_execute: executeImportJob,
  import_rollback: rollBackJob,
};
