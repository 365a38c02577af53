import { type FileType, isImage } from '@sherpa/contracts/file'
import { closedPolicy } from './security-headers.ts'

/** Headers of a file response. Only images are inline: browsers run scripts in PDFs. */
export function fileHeaders({ name, type, size }: { name: string; type: FileType; size: number }) {
  const disposition = isImage(type) ? 'inline' : 'attachment'
  return {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'Content-Length': size,
    'Content-Disposition': `${disposition}; ${nameInHeader(name)}`,
    'Content-Security-Policy': `${closedPolicy}; sandbox`,
  }
}

/** ASCII fallback and UTF-8 file name (RFC 6266). */
function nameInHeader(name: string) {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `filename="${plain}"; filename*=UTF-8''${exact}`
}
