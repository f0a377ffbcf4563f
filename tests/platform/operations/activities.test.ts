// Tests every operation of the module activities with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('activities');
