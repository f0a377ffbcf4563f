// The demo users that the sign-in dialog of the pages offers.
import { PASSWORD, ROLES, WORKSPACES } from './workspaces.ts';

/** Returns one person for each role of each workspace, with the public password. */
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
