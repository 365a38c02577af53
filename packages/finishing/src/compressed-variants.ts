import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Maximum compression: built once, sent often. */
export async function compressedVariants(bytes: Uint8Array) {
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  return { brotli, gzip: gzipped }
}
