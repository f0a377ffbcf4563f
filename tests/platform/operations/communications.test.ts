// Tests every operation of the module communications with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('communications');
