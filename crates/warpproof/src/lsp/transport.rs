//! Messages over standard input and output.
//!
//! The library's own transport ends with the first message that it cannot read, and allocates what a header asks for.
//! Here a message that is no JSON of the protocol is left out with a line in the log, and lengths have a limit; only a
//! broken header ends the conversation, because the start of the next message is not known.

use lsp_server::{Connection, Message};
use std::io::{BufRead, BufReader, Read, Write};
use std::thread::JoinHandle;

/// Bytes of a header line, at most.
const HEADER: u64 = 4 << 10;
/// Bytes of a message, at most.
const BODY: usize = 256 << 20;

/// The conversation with the editor, and the thread that writes.
pub fn stdio() -> (Connection, JoinHandle<()>) {
    let (server, editor) = Connection::memory();
    let Connection { sender, receiver } = editor;
    std::thread::spawn(move || {
        let mut input = BufReader::new(std::io::stdin());
        loop {
            match read(&mut input) {
                Ok(Some(Ok(message))) => {
                    // The server may be at its end.
                    if sender.send(message).is_err() {
                        return;
                    }
                }
                Ok(Some(Err(why))) => eprintln!("warning: a message is left out: {why}"),
                Ok(None) => return,
                Err(why) => return eprintln!("error: the editor does not speak the protocol: {why}"),
            }
        }
    });
    let writer = std::thread::spawn(move || {
        let mut output = std::io::stdout();
        for message in receiver {
            // An editor that has gone away is noticed by the reader.
            if message.write(&mut output).and_then(|()| output.flush()).is_err() {
                return;
            }
        }
    });
    (server, writer)
}

/// The next message, or why it is none; nothing at the end of the input, an error where the rest makes no sense.
fn read(input: &mut impl BufRead) -> Result<Option<Result<Message, String>>, String> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.take(HEADER).read_until(b'\n', &mut line).map_err(|e| e.to_string())?;
        let Some(line) = line.strip_suffix(b"\n") else {
            return if line.is_empty() { Ok(None) } else { Err("a header line does not end".to_owned()) };
        };
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(|| format!("`{line}` is no header"))?;
        if name.trim().eq_ignore_ascii_case("content-length") {
            let bytes = value.trim().parse::<usize>().ok().filter(|n| *n <= BODY);
            length = Some(bytes.ok_or_else(|| format!("`{}` is no length of a message", value.trim()))?);
        }
    }
    let length = length.ok_or("a header has no Content-Length")?;
    let mut body = Vec::new();
    let got = input.take(length as u64).read_to_end(&mut body).map_err(|e| e.to_string())?;
    if got < length {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&body).map_err(|e| e.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_is_no_message_is_left_out() {
        let text = [framed("{"), framed("{\"a\":[]}"), framed(r#"{"jsonrpc":"2.0","method":"exit"}"#)].concat();
        let mut input = text.as_bytes();
        for _ in 0..2 {
            assert!(matches!(read(&mut input), Ok(Some(Err(_)))));
        }
        let Ok(Some(Ok(Message::Notification(exit)))) = read(&mut input) else { panic!("no message") };
        assert_eq!(exit.method, "exit");
        assert!(matches!(read(&mut input), Ok(None)));
    }

    #[test]
    fn broken_headers_end_the_conversation() {
        for text in
            ["Content-Length: -1\r\n\r\n", "Content-Length: 99999999999999\r\n\r\n", "\r\n", "hello\r\n\r\n", "Content"]
        {
            assert!(read(&mut text.as_bytes()).is_err(), "{text}");
        }
        let endless = "x".repeat(10_000);
        assert!(read(&mut endless.as_bytes()).is_err());
        assert!(matches!(read(&mut "Content-Length: 10\r\n\r\n{}".as_bytes()), Ok(None)), "cut off in a message");
    }
}
