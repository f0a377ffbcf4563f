// The people of the demo, as the sign-in dialog of the pages offers them.
import { PASSWORD, ROLES, WORKSPACES } from './workspaces.ts';

/** One person for each role of each workspace, with the password that everybody knows. */
export function demoPeople(): {
  email: string;
  name: string;
  role: string;
  workspace: string;
  password: string;
}[] {
  return WORKSPACES.flatMap(({ name: workspace, people }) =>
    ROLES.map((role) => {
      const { email, name } = people.find(({ roleKey }) => roleKey === role)!;
      return { email, name, role, workspace, password: PASSWORD };
    }),
  );
}
