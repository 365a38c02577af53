import { type FileType, isImage } from '@sherpa/contracts/file'
import { closedPolicy } from './security-headers.ts'

/** For an answer that is a file: pictures are shown, the rest is downloaded. Browsers would run the scripts of a PDF. */
export function fileHeaders({ name, type, size }: { name: string; type: FileType; size: number }) {
  const disposition = isImage(type) ? 'inline' : 'attachment'
  return {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'Content-Length': size,
    'Content-Disposition': `${disposition}; ${nameInHeader(name)}`,
    'Content-Security-Policy': `${closedPolicy}; sandbox`,
  }
}

/** Once in letters that every browser knows, and once as it is (RFC 6266). */
function nameInHeader(name: string) {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `filename="${plain}"; filename*=UTF-8''${exact}`
}
