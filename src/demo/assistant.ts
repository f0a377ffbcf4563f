// Conversations of demo users with the assistant; its answers come from rules, because the demo has no language model.
import type { CompanyRow, Row } from './companies.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

const QUESTIONS = ['What is new with {name}?', 'What do we know about {name}?', 'Show me {name}'];

/** Draws one conversation for each member, about a company. */
export function drawConversations(
  random: Random,
  companies: readonly CompanyRow[],
  staff: Staff,
  now: Date,
): { conversations: Row[]; messages: Row[] } {
  const live = companies.filter(({ deleted_at }) => !deleted_at);
  const conversations: Row[] = [];
  const messages: Row[] = [];
  for (const person of staff.people) {
    const company = random.pick(live);
    const at = random.workday(daysBefore(now, 20), daysBefore(now, 1));
    const id = random.id(at);
    const question = random.pick(QUESTIONS).replace('{name}', company.name);
    const times = { tenant_id: staff.tenantId, created_at: at, updated_at: at };
    const author = actor(person);
    conversations.push({
      ...times,
      id,
      version: 1,
      user_id: person.id,
      title: question.slice(0, 80),
      created_by: author,
      updated_by: author,
    });
    const answeredAt = new Date(at.getTime() + 1);
    const shared = { ...times, conversation_id: id, citations: [], proposals: [], governed_fields: [] };
    const path = `/api/companies/${company.id}`;
    messages.push(
      { ...shared, id: random.id(at), role: 'user', text: question, by_rule: false },
      {
        ...shared,
        id: random.id(answeredAt),
        role: 'assistant',
        text: `No language model is available now; these records match:\n- company: ${company.name} [1]`,
        citations: [
          { index: 1, type: 'company', id: company.id, label: company.name, path, fields: ['name'] },
        ],
        by_rule: true,
      },
    );
  }
  return { conversations, messages };
}
