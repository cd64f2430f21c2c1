import { h } from './dom';

/** Shows an image or lets a sound be played; other bytes can be saved. */
export function mediaView(base64: string, mimeType: string): HTMLElement {
  const bytes = bytesOf(base64);
  if (!bytes) return h('p', { class: 'problem' }, 'These bytes are not valid base64.');
  const url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  const words = `${mimeType || 'no media type'}, ${bytes.length.toLocaleString('en')} bytes`;
  const save = h('a', { href: url, download: `answer.${mimeType.split(/[/+;]/)[1] ?? 'bin'}` }, 'Save');
  return h('figure', { class: 'media' }, shown(url, mimeType), h('figcaption', {}, `${words} · `, save));
}

// An image never runs script, whatever its bytes; a document of another kind is not opened here.
function shown(url: string, mimeType: string): HTMLElement | undefined {
  if (mimeType.startsWith('image/')) return h('img', { src: url, alt: 'The image that the tool returned' });
  if (mimeType.startsWith('audio/')) return h('audio', { src: url, controls: true });
  return undefined;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let n = 0; n < text.length; n++) bytes[n] = text.charCodeAt(n);
    return bytes;
  } catch {
    return undefined;
  }
}
