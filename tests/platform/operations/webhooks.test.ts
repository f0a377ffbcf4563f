// Every operation of the module webhooks, called by everybody who may and who must not.
import { walkModule } from '../../support/walks/module.ts';

walkModule('webhooks');
