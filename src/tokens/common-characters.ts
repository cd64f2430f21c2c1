import { lazyRequire } from '../base/lazy-require';

// One bit for each character, deflated: set where the o200k tokenizer has a token of its own for it. A test compares them.
const HAN = [
  'hVZPjNtHFf5m/Ow+/3CqsddpvQsVY8ekblLK7jZFRVyeHTc4ZQtOW9RI7cGKgrSHipYLVFUFz46zuE0l3ChIrdqDs0EQEIgiLuWA5KwaESGBol',
  'SgShz6T0hcOCDRU1HVnfnZm20UwZNs/Ty/mW++98333vjMU8fve/oL33qq8fhLFw7jM9L++5fXrj1Lw31PPpO5v/xmw/508PNjWizKu3ct5S2r',
  'MBpn1OvnSL0VS2jkBiXGo6ooe1xVD1gUR8DEA4B14Zugzx68nSZf/egrvftoybhfc/Ms/CMT88VLtPGlleTSnmHdYrxRhwJXMrfcOlDUN8uAek',
  'wtgFvPXP5v9kf8qjmZ+NNiMCr88Jp55rU/m8r3L1yZvuK+brIwZBr3oyJAFrBV4ESdABgECBkCPQIcYQUyBWSbmAJogQEXnlyYuis6e/wdJyXf',
  '7rPJt08PT93dIoA5fckS1+TCDharAErNgMQYtQLOICJkMd7snRt+o5TTM9fg8fa+oem0IEiEP1venqcvAIsBQQCSSCggss+5CJx+Yvz21HEL88',
  'tX9cPPd46/33WFieTlnb/96+G6g/3wzhe9eLXb05VtjWMmFs00z5tH7/3mbXxPsenln0erHuG8nvj98eEb42lD476MKd0xnPQNNnPA3WjbzNK9',
  'i6fFHnnZr3td6LP3GTnpN2k7bc6CBhLW6dEswZN1ps9B41FU+igw3CUwzfIy+jUj9Nfnzfo9ZrR0eMvQxWOHuLbcqz3xil/gqxvW4oAGUbySKH',
  'iB+GdZAgZZtt4F5C6WQVfDQVsYRk5cDwb1oGcMD5U/+ZcGds2tGIVaNzGrtZHiH/cKtbsVrZ5Hl7hAuHSMhtgCmtG1y8Det/IH9SL+YOmhrcy4',
  'dj4zLaF/KCA7XXQeS6yjASzpwlrRogFBDfDSNzBMFLX35OYpw/vlYMHUQFEMT2CbxCOfufHGIODHoDZKjB/Y1xiFFLT27iEOfoOexQjObFjVBa',
  'CeZNqDHPELpZzn/SbvLWvHE3VOdNjJkTGQ4URO1aP0lgfsjeHM2cBFAp+pCZ6JfCyVjFNSB4qed0X0Ukp2Rv7G4ItVQSgSwe3B21OfjrcgDg52',
  'POsFKYIP+c7s+UFVi0g27MwVYwGhD+NQhKCCtbmEMONEOJx9sKvxkE7ErOxApeUZ2blOOvSTgvnNHu9gfaEJCZU5ou5kPnUuc7rFc1dnSJL94/',
  'MVcU27BDWAMwAn88kzOr7GmkN31jo84mMvpGDKdodGjEcB6fnqduYa2856ppHrixrGetgvUYladYfWq/dpIltVFQuUgnqQ5OHAt2WgsN6ib3fE',
  'S1tEuohhh3AS3sTD4hXvcqdHxpadQQtHwlAoTkCJjJmlIinreW6Xz/3qwtvnD/xO97sx0DGwLhQc4QjBtyHOwlsX2hcqB10/Vb3sHsBwCC4JVg',
  'dEna50LaRK29UBWANUAeS3Zur5IA3XK6TVc1OUjY1m0BfbodAxTqqYDNCLPokEDWwWiSrQYgFvBBQHJTgH74vwsBrPh6IctKPIjj6zXho2l3Ls',
  'SN7tNoDsG4JD+aahaXVhp14xM4a/eTM1bsQHTHoxoAHsV7/q0qR317K2RkJK7B/LEIJ3sw+EXpWUQ9toIwFW0cShrCrvNO7GLAkjoSaIcdsH2c',
  'uP3LlZPzk5+1CSZ0dmAAmJE2xgm1nQxX4gS5H75ONfvJ4pvdxd28v/hi+E02KwsxP0G+kdmLtO0c6LqB5z9xwGhrG3Qt5yjXX7YKdjbvneZnPh',
  'IxT6tW9u7N3II7c4fPIN3HXC94uw6LS3r45g3aq/rlbwXCilYIdwLfzHfkoaN/u+sa/EcaU5yC7Bb/LE8ZfWxQYvuCDpPja2JTHNcFmoSRiUJu',
  'zw7TLXwit6bvT0ikE5915d3iyGZiLfRa1VyE657+PVbIB2K2uxq2swYFm/Y0wo/QqWXRPo/aWLrZXISHAl8g5L5wx7BmLEorg7kzlgYHi4Azcg',
  'FwoztpzrMtTVEf5/uJnFzQ1q/a/QxG//z9L0Ng4aCVCpSK6ZWj72eg6QgYDz+NTBfQI=',
];
const HANGUL = [
  'lVQ7btwwEH2Pauw4xQwGAeKOiovEcDPJEZIj+ATpUvoIe5Q9wh4tRwjIISVSBtYOG4nSfN5nSOPXH9iW8k4AGl0AGL8JkQCUHQFXJIlIAsISsk',
  'QeRerHtlqCbB9uMC0OsZEgkmueQGmiIJFrJCk4wbBGo/xxzpvqSISUV8Pq95fErbNTStG+006MGhz2f9JDTi0kTVSgBypvrhGEJ8NdRu3u6ifD',
  'jasvVd3zUDMUXMYqhKgEskt65h/fWxurEopz7G4P6upRJXbDzy/3kpYh0qFE1gawcB+ol0Zp4i7SO3x4hxLXdNsxuhZIGTEBrjlp4V5TduM6Fd',
  'ucE+QKSS9N3Z/8X6uOkBizBP/kv4zwbtxfKgvOMC5D4f2QAMl4GyOc4pBkUSlD5N+dxgfBJqLxodjYRDasnyePwoAJEtfIe/IrjPK7KZYqz/zt',
  'o8WP0b1BysdjIR1SeywRYlwPl4B6GX3ZZjBdm4BqnPRIY/aRdGm7ATxCkrlKjGnTs4y+vbqXWGUdavZ/oe4IabsLwriliatgNPoSj7UNpu+X4w',
  'wJqJFlpP4B',
];

const FIRST_HAN = 0x4e00;
const LAST_HAN = 0x9fff;
const FIRST_HANGUL = 0xac00;

let han: Buffer | undefined;
let hangul: Buffer | undefined;

/** Returns whether a Han character or a Hangul syllable is so common that it costs one token. */
export function isCommonCharacter(code: number): boolean {
  if (code <= LAST_HAN) return bit((han ??= inflated(HAN)), code - FIRST_HAN);
  return bit((hangul ??= inflated(HANGUL)), code - FIRST_HANGUL);
}

function inflated(lines: readonly string[]): Buffer {
  const { inflateRawSync } = lazyRequire('node:zlib') as typeof import('node:zlib');
  return inflateRawSync(Buffer.from(lines.join(''), 'base64'));
}

function bit(bits: Buffer, index: number): boolean {
  return ((bits[index >> 3]! >> (index & 7)) & 1) === 1;
}
