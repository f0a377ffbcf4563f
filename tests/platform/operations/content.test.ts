// Tests every operation of the module content with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('content');
