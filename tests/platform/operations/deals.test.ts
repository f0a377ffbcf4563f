// Every operation of the module deals, called by everybody who may and who must not.
import { walkModule } from '../../support/walks/module.ts';

walkModule('deals');
