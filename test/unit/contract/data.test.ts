import { compareContracts } from '../../../src/contract/compare-contracts';
import { contractOf, contractText, readContract, type Contract } from '../../../src/contract/contract';
import type { OfferedResource, ServerOffer } from '../../../src/base/offer';

const BOOK = { uriTemplate: 'book://{isbn}', name: 'book' };
const [one, two, all] = ['book://1', 'book://2', 'book://all'].map((uri) => ({ uri, name: uri }));

function offer(resources: readonly OfferedResource[], more: Partial<ServerOffer> = {}): ServerOffer {
  return { tools: [], prompts: [], templates: [BOOK], resources, ...more };
}

/** A contract as a file holds it. */
function kept(given: ServerOffer): Contract {
  return readContract(contractText(contractOf(given)), 'x.json');
}

/** A contract as it was written when it held every resource that was listed. */
function ofTheOldForm({ fixed: _fixed, ...given }: ServerOffer): Contract {
  return readContract(JSON.stringify({ toolwright_contract: 1, ...given }), 'x.json');
}

function changes(old: Contract, now: ServerOffer): string[] {
  return compareContracts(old, contractOf(now)).map(
    ({ level, subject, message }) => `${level} ${subject} ${message}`,
  );
}

test('a file holds the template, not the resources that it stands for', () => {
  expect(kept(offer([one!, two!])).resources).toEqual([]);
  expect(contractText(contractOf(offer([one!])))).toBe(contractText(contractOf(offer([two!]))));
});

test.each([
  ['new', kept],
  ['old', ofTheOldForm],
])('data comes and goes under a contract of the %s form', (_, written) => {
  const old = written(offer([one!]));
  expect(changes(old, offer([two!]))).toEqual([]);
  expect(changes(old, offer([{ ...one!, name: 'renamed', mimeType: 'text/html' }]))).toEqual([]);
  expect(changes(old, offer([], { templates: [] }))).toContainEqual(
    'major resource book://{isbn} was removed',
  );
});

test('a resource without a template is promised as before', () => {
  const old = kept(offer([one!, { uri: 'shelf://all' }]));
  expect(changes(old, offer([one!]))).toEqual(['major resource shelf://all was removed']);
  expect(changes(kept(offer([])), offer([{ uri: 'shelf://all' }]))).toEqual([
    'minor resource shelf://all was added',
  ]);
});

describe('a class of its own beside a template that stands for its URI too', () => {
  const both = offer([one!, all!], { fixed: ['book://all'] });

  test('is promised by an app, which knows it', () => {
    expect(kept(both)).toMatchObject({ resources: [all], fixed: ['book://all'] });
    expect(changes(kept(both), both)).toEqual([]);
    expect(changes(kept(both), offer([one!]))).toEqual(['major resource book://all was removed']);
    expect(changes(kept(offer([one!])), both)).toEqual(['minor resource book://all was added']);
  });

  test('is found again by whoever reads the server from outside', () => {
    expect(changes(kept(both), offer([one!, all!]))).toEqual([]);
    expect(changes(ofTheOldForm(both), both)).toEqual([]);
  });
});

test('a promised resource that a template came to stand for is still there while it is listed', () => {
  const old = kept(offer([one!], { templates: [] }));
  expect(changes(old, offer([one!]))).toEqual(['minor resource book://{isbn} was added']);
  expect(changes(old, offer([]))).toContainEqual('major resource book://1 was removed');
});

test('sizes and times tell about content, and are neither written nor compared', () => {
  const page = (size: number, lastModified: string): OfferedResource =>
    ({ uri: 'shelf://all', size, annotations: { lastModified, audience: ['user'] } }) as OfferedResource;
  const [before, after] = [page(1, '2026-01-01T00:00:00Z'), page(2, '2026-02-02T00:00:00Z')];
  expect(contractText(contractOf(offer([before])))).toBe(contractText(contractOf(offer([after]))));
  expect(kept(offer([before])).resources).toEqual([
    { uri: 'shelf://all', annotations: { audience: ['user'] } },
  ]);
  expect(changes(ofTheOldForm(offer([before])), offer([after]))).toEqual([]);
  const { annotations: _annotations, ...bare } = { annotations: {}, ...after };
  expect(changes(kept(offer([before])), offer([bare]))).toHaveLength(1);
});

test('a list of fixed resources that is none is refused', () => {
  const text = JSON.stringify({ ...contractOf(offer([])), fixed: 'book://all' });
  expect(() => readContract(text, 'x.json')).toThrow(/x\.json has no list of URIs as fixed; write it anew/);
});
