import { createHash, createHmac } from 'node:crypto'

export type Credentials = { accessKey: string; secretKey: string; region: string }

type Request = {
  method: string
  url: URL
  /** Of the body, in hexadecimal. */
  sha256: string
  at: Date
  /** More headers that the signature covers. */
  headers?: Record<string, string>
}

/** The headers of a request to an S3-compatible store, signed as AWS describes it (Signature Version 4). */
export function signedHeaders({ method, url, sha256, at, headers = {} }: Request, credentials: Credentials) {
  const { accessKey, secretKey, region } = credentials
  const moment = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${moment.slice(0, 8)}/${region}/s3/aws4_request`
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': sha256,
    'x-amz-date': moment,
  }
  const names = Object.keys(all).sort()
  const canonical = [
    method,
    url.pathname,
    url.searchParams.toString(),
    ...names.map((name) => `${name}:${all[name]}`),
    '',
    names.join(';'),
    sha256,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope
    .split('/')
    .reduce<Buffer | string>((last, part) => createHmac('sha256', last).update(part).digest(), `AWS4${secretKey}`)
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}
