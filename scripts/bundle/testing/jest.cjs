'use strict';
// `import 'toolwright/testing/jest'` adds the matchers to jest's `expect`.
require('@jest/globals').expect.extend(require('../testing.js').toolMatchers);
