// Serializes the output of parallel programs: the first unfinished one writes directly, others are buffered.

/** @param {string[]} names @param {(text: string | Buffer) => void} [print] */
export function inOrder(names, print = (text) => process.stdout.write(text)) {
  const waiting = names.map((name) => ({ name, ended: false, written: /** @type {(string | Buffer)[]} */ ([]) }))
  start()

  /** Flushes the buffer of the first one. */
  function start() {
    const [first] = waiting
    if (!first) return
    print(`\n=== ${first.name}\n`)
    for (const text of first.written) print(text)
    if (!first.ended) return
    waiting.shift()
    start()
  }

  /** @param {string} name */
  const find = (name) => {
    const found = waiting.find((one) => one.name === name)
    if (!found) throw new Error(`${name} has ended.`)
    return found
  }

  return {
    /** @param {string} name @param {string | Buffer} text */
    write(name, text) {
      if (waiting[0]?.name === name) print(text)
      else find(name).written.push(text)
    },
    /** @param {string} name */
    end(name) {
      find(name).ended = true
      if (waiting[0]?.name !== name) return
      waiting.shift()
      start()
    },
  }
}
