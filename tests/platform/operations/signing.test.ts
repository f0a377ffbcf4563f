// Tests every operation of the module signing with allowed and refused callers.
import { walkModule } from '../../support/walks/module.ts';

walkModule('signing');
