// Tests every operation of the module imports with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('imports');
