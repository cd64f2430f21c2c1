import type { ObjectSchema } from '../base/json-schema';
import type { Question } from '../tool-context';
import type { FakeUser, Reply } from './fake-user';
import { likelyArguments } from './random-arguments';
import type { Random } from './seeded-random';
import { serverBehind, type TestClient } from './test-client';

/**
 * Returns a client of the same server whose user agrees to everything, and whose model answers; one that has a user
 * of its own is returned as it is.
 */
export async function agreeingClient(client: TestClient, random: Random): Promise<TestClient> {
  const { choices } = serverBehind(client);
  if (choices.user) return client;
  const user: FakeUser = ({ schema }: Question): Reply =>
    schema ? { action: 'accept', content: likelyArguments(asObject(schema), random) } : true;
  return client.another({ model: () => 'Yes.', ...choices, user });
}

function asObject(schema: Record<string, unknown>): ObjectSchema {
  return { properties: {}, ...schema, type: 'object' };
}
