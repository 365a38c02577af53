type Call = {
  method: string
  url: string
  signedIn: boolean
  body?: unknown
  /** The kind of file that comes back, if it is not JSON. */
  file?: string | undefined
}

/** A command that makes the call, to be pasted into a shell. */
export function curlOf({ method, url, signedIn, body, file }: Call) {
  const lines = [
    `curl --request ${method} ${quoted(url)}`,
    ...(signedIn ? [`--header ${quoted('Authorization: Bearer YOUR_TOKEN')}`] : []),
    ...(body === undefined
      ? []
      : [
          `--header ${quoted('Content-Type: application/json')}`,
          `--data ${quoted(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))}`,
        ]),
    ...(file ? [`--output ${quoted(`file.${file}`)}`] : []),
  ]
  return lines.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
