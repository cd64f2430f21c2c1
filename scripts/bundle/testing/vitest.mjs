// `import 'toolwright/testing/vitest'` adds the matchers to vitest's `expect`.
import { expect } from 'vitest';
import { toolMatchers } from '../testing.js';

expect.extend(toolMatchers);
