type Call = {
  method: string
  url: string
  signedIn: boolean
  body?: unknown
  /** The type of the file that is sent, if it is not JSON. */
  upload?: string | undefined
  /** The kind of file that comes back, if it is not JSON. */
  file?: string | undefined
}

/** A command that makes the call, to be pasted into a shell. */
export function curlOf({ method, url, signedIn, body, upload, file }: Call) {
  const lines = [
    `curl --request ${method} ${quoted(url)}`,
    ...(signedIn ? [`--header ${quoted('Authorization: Bearer YOUR_TOKEN')}`] : []),
    ...(body === undefined
      ? []
      : [
          `--header ${quoted('Content-Type: application/json')}`,
          `--data ${quoted(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))}`,
        ]),
    ...(upload ? [`--header ${quoted(`Content-Type: ${upload}`)}`, `--data-binary ${quoted('@file.csv')}`] : []),
    ...(file ? [`--output ${quoted(`file.${file}`)}`] : []),
  ]
  return lines.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
