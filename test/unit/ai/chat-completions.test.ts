import { completionsUrl } from '../../../src/ai/chat-completions';

test.each([
  ['http://localhost:11434/v1', 'http://localhost:11434/v1/chat/completions'],
  ['http://localhost:11434/v1/', 'http://localhost:11434/v1/chat/completions'],
  ['https://api.example.com', 'https://api.example.com/chat/completions'],
  [
    'https://x.example/deployments/a?api-version=1',
    'https://x.example/deployments/a/chat/completions?api-version=1',
  ],
])('%s is used as it is written', (base, url) => expect(completionsUrl(base).href).toBe(url));
