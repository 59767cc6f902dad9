; Made from exchange.c by heddle.runtime.cpu.pool.generate: clang version 22.1.8 -O0 -emit-llvm, without what names a target or a compiler.
%struct.exchange = type { ptr, i64, i64, ptr, ptr, [8 x i64], i64, i64, i64, ptr, i64, ptr, ptr, ptr, i64, i64, [3 x ptr], ptr, i64, i64, i64, i64, ptr, i64 }
%struct.round = type { i64, i64, i64, i64, i64, i64 }
%struct.library = type { ptr, ptr, ptr }
%struct.message = type { i64, i64, i64, i64, i64 }

define i64 @heddle_exchange_test(ptr %x) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca ptr, align 8
  %r = alloca ptr, align 8
  %awaited = alloca i64, align 8
  %is_done = alloca i32, align 4
  %status = alloca [32 x i64], align 16
  store ptr %x, ptr %x.addr, align 8
  br label %for.cond

for.cond:                                         ; preds = %if.end33, %entry
  %0 = load ptr, ptr %x.addr, align 8
  %at = getelementptr inbounds nuw %struct.exchange, ptr %0, i32 0, i32 20
  %1 = load i64, ptr %at, align 8
  %2 = load ptr, ptr %x.addr, align 8
  %round_count = getelementptr inbounds nuw %struct.exchange, ptr %2, i32 0, i32 10
  %3 = load i64, ptr %round_count, align 8
  %cmp = icmp slt i64 %1, %3
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.cond
  %4 = load ptr, ptr %x.addr, align 8
  %rounds = getelementptr inbounds nuw %struct.exchange, ptr %4, i32 0, i32 9
  %5 = load ptr, ptr %rounds, align 8
  %6 = load ptr, ptr %x.addr, align 8
  %at1 = getelementptr inbounds nuw %struct.exchange, ptr %6, i32 0, i32 20
  %7 = load i64, ptr %at1, align 8
  %add.ptr = getelementptr inbounds %struct.round, ptr %5, i64 %7
  br label %cond.end

cond.false:                                       ; preds = %for.cond
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr [ %add.ptr, %cond.true ], [ null, %cond.false ]
  store ptr %cond, ptr %r, align 8
  %8 = load ptr, ptr %r, align 8
  %tobool = icmp ne ptr %8, null
  br i1 %tobool, label %cond.true2, label %cond.false4

cond.true2:                                       ; preds = %cond.end
  %9 = load ptr, ptr %r, align 8
  %awaited3 = getelementptr inbounds nuw %struct.round, ptr %9, i32 0, i32 1
  %10 = load i64, ptr %awaited3, align 8
  br label %cond.end5

cond.false4:                                      ; preds = %cond.end
  %11 = load ptr, ptr %x.addr, align 8
  %posted = getelementptr inbounds nuw %struct.exchange, ptr %11, i32 0, i32 18
  %12 = load i64, ptr %posted, align 8
  br label %cond.end5

cond.end5:                                        ; preds = %cond.false4, %cond.true2
  %cond6 = phi i64 [ %10, %cond.true2 ], [ %12, %cond.false4 ]
  store i64 %cond6, ptr %awaited, align 8
  br label %for.cond7

for.cond7:                                        ; preds = %for.inc, %cond.end5
  %13 = load ptr, ptr %x.addr, align 8
  %tested = getelementptr inbounds nuw %struct.exchange, ptr %13, i32 0, i32 19
  %14 = load i64, ptr %tested, align 8
  %15 = load i64, ptr %awaited, align 8
  %cmp8 = icmp slt i64 %14, %15
  br i1 %cmp8, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond7
  store i32 0, ptr %is_done, align 4
  %16 = load ptr, ptr %x.addr, align 8
  %mpi = getelementptr inbounds nuw %struct.exchange, ptr %16, i32 0, i32 0
  %17 = load ptr, ptr %mpi, align 8
  %test = getelementptr inbounds nuw %struct.library, ptr %17, i32 0, i32 2
  %18 = load ptr, ptr %test, align 8
  %19 = load ptr, ptr %x.addr, align 8
  %requests = getelementptr inbounds nuw %struct.exchange, ptr %19, i32 0, i32 17
  %20 = load ptr, ptr %requests, align 8
  %21 = load ptr, ptr %x.addr, align 8
  %tested9 = getelementptr inbounds nuw %struct.exchange, ptr %21, i32 0, i32 19
  %22 = load i64, ptr %tested9, align 8
  %arrayidx = getelementptr inbounds i64, ptr %20, i64 %22
  %23 = ptrtoint ptr %arrayidx to i64
  %24 = ptrtoint ptr %is_done to i64
  %arraydecay = getelementptr inbounds [32 x i64], ptr %status, i64 0, i64 0
  %25 = ptrtoint ptr %arraydecay to i64
  %call = call i32 %18(i64 %23, i64 %24, i64 %25, i64 0, i64 0, i64 0, i64 0, i64 0)
  %conv = sext i32 %call to i64
  %26 = load ptr, ptr %x.addr, align 8
  %fault = getelementptr inbounds nuw %struct.exchange, ptr %26, i32 0, i32 23
  store i64 %conv, ptr %fault, align 8
  %27 = load ptr, ptr %x.addr, align 8
  %fault10 = getelementptr inbounds nuw %struct.exchange, ptr %27, i32 0, i32 23
  %28 = load i64, ptr %fault10, align 8
  %tobool11 = icmp ne i64 %28, 0
  br i1 %tobool11, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  store i64 3, ptr %retval, align 8
  br label %return

if.end:                                           ; preds = %for.body
  %29 = load i32, ptr %is_done, align 4
  %tobool12 = icmp ne i32 %29, 0
  br i1 %tobool12, label %if.end14, label %if.then13

if.then13:                                        ; preds = %if.end
  store i64 2, ptr %retval, align 8
  br label %return

if.end14:                                         ; preds = %if.end
  br label %for.inc

for.inc:                                          ; preds = %if.end14
  %30 = load ptr, ptr %x.addr, align 8
  %tested15 = getelementptr inbounds nuw %struct.exchange, ptr %30, i32 0, i32 19
  %31 = load i64, ptr %tested15, align 8
  %inc = add nsw i64 %31, 1
  store i64 %inc, ptr %tested15, align 8
  br label %for.cond7

for.end:                                          ; preds = %for.cond7
  %32 = load ptr, ptr %r, align 8
  %tobool16 = icmp ne ptr %32, null
  br i1 %tobool16, label %if.end18, label %if.then17

if.then17:                                        ; preds = %for.end
  store i64 0, ptr %retval, align 8
  br label %return

if.end18:                                         ; preds = %for.end
  %33 = load ptr, ptr %x.addr, align 8
  %at19 = getelementptr inbounds nuw %struct.exchange, ptr %33, i32 0, i32 20
  %34 = load i64, ptr %at19, align 8
  %inc20 = add nsw i64 %34, 1
  store i64 %inc20, ptr %at19, align 8
  %35 = load ptr, ptr %r, align 8
  %combined = getelementptr inbounds nuw %struct.round, ptr %35, i32 0, i32 2
  %36 = load i64, ptr %combined, align 8
  %tobool21 = icmp ne i64 %36, 0
  br i1 %tobool21, label %if.then22, label %if.end29

if.then22:                                        ; preds = %if.end18
  %37 = load ptr, ptr %x.addr, align 8
  %combine = getelementptr inbounds nuw %struct.exchange, ptr %37, i32 0, i32 12
  %38 = load ptr, ptr %combine, align 8
  %39 = load ptr, ptr %x.addr, align 8
  %memory = getelementptr inbounds nuw %struct.exchange, ptr %39, i32 0, i32 16
  %arrayidx23 = getelementptr inbounds [3 x ptr], ptr %memory, i64 0, i64 0
  %40 = load ptr, ptr %arrayidx23, align 8
  %41 = load ptr, ptr %r, align 8
  %into = getelementptr inbounds nuw %struct.round, ptr %41, i32 0, i32 3
  %42 = load i64, ptr %into, align 8
  %add.ptr24 = getelementptr inbounds i8, ptr %40, i64 %42
  %43 = load ptr, ptr %x.addr, align 8
  %memory25 = getelementptr inbounds nuw %struct.exchange, ptr %43, i32 0, i32 16
  %44 = load ptr, ptr %r, align 8
  %from = getelementptr inbounds nuw %struct.round, ptr %44, i32 0, i32 4
  %45 = load i64, ptr %from, align 8
  %arrayidx26 = getelementptr inbounds [3 x ptr], ptr %memory25, i64 0, i64 %45
  %46 = load ptr, ptr %arrayidx26, align 8
  %47 = load ptr, ptr %r, align 8
  %offset = getelementptr inbounds nuw %struct.round, ptr %47, i32 0, i32 5
  %48 = load i64, ptr %offset, align 8
  %add.ptr27 = getelementptr inbounds i8, ptr %46, i64 %48
  %49 = load ptr, ptr %r, align 8
  %combined28 = getelementptr inbounds nuw %struct.round, ptr %49, i32 0, i32 2
  %50 = load i64, ptr %combined28, align 8
  call void %38(ptr %add.ptr24, ptr %add.ptr27, i64 %50)
  br label %if.end29

if.end29:                                         ; preds = %if.then22, %if.end18
  %51 = load ptr, ptr %x.addr, align 8
  %52 = load ptr, ptr %r, align 8
  %messages = getelementptr inbounds nuw %struct.round, ptr %52, i32 0, i32 0
  %53 = load i64, ptr %messages, align 8
  %call30 = call i64 @post(ptr %51, i64 %53)
  %tobool31 = icmp ne i64 %call30, 0
  br i1 %tobool31, label %if.then32, label %if.end33

if.then32:                                        ; preds = %if.end29
  store i64 3, ptr %retval, align 8
  br label %return

if.end33:                                         ; preds = %if.end29
  br label %for.cond

return:                                           ; preds = %if.then32, %if.then17, %if.then13, %if.then
  %54 = load i64, ptr %retval, align 8
  ret i64 %54
}

define internal i64 @post(ptr %x, i64 %count) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %m = alloca ptr, align 8
  %start = alloca ptr, align 8
  %request = alloca ptr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, ptr %count.addr, align 8
  %tobool = icmp ne i64 %0, 0
  br i1 %tobool, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %1 = load ptr, ptr %x.addr, align 8
  %next = getelementptr inbounds nuw %struct.exchange, ptr %1, i32 0, i32 22
  %2 = load ptr, ptr %next, align 8
  %incdec.ptr = getelementptr inbounds nuw %struct.message, ptr %2, i32 1
  store ptr %incdec.ptr, ptr %next, align 8
  store ptr %2, ptr %m, align 8
  %3 = load ptr, ptr %m, align 8
  %is_sent = getelementptr inbounds nuw %struct.message, ptr %3, i32 0, i32 0
  %4 = load i64, ptr %is_sent, align 8
  %tobool1 = icmp ne i64 %4, 0
  br i1 %tobool1, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %5 = load ptr, ptr %x.addr, align 8
  %mpi = getelementptr inbounds nuw %struct.exchange, ptr %5, i32 0, i32 0
  %6 = load ptr, ptr %mpi, align 8
  %send = getelementptr inbounds nuw %struct.library, ptr %6, i32 0, i32 0
  %7 = load ptr, ptr %send, align 8
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %8 = load ptr, ptr %x.addr, align 8
  %mpi2 = getelementptr inbounds nuw %struct.exchange, ptr %8, i32 0, i32 0
  %9 = load ptr, ptr %mpi2, align 8
  %receive = getelementptr inbounds nuw %struct.library, ptr %9, i32 0, i32 1
  %10 = load ptr, ptr %receive, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr [ %7, %cond.true ], [ %10, %cond.false ]
  store ptr %cond, ptr %start, align 8
  %11 = load ptr, ptr %x.addr, align 8
  %requests = getelementptr inbounds nuw %struct.exchange, ptr %11, i32 0, i32 17
  %12 = load ptr, ptr %requests, align 8
  %13 = load ptr, ptr %x.addr, align 8
  %posted = getelementptr inbounds nuw %struct.exchange, ptr %13, i32 0, i32 18
  %14 = load i64, ptr %posted, align 8
  %arrayidx = getelementptr inbounds i64, ptr %12, i64 %14
  store ptr %arrayidx, ptr %request, align 8
  %15 = load ptr, ptr %request, align 8
  store i64 0, ptr %15, align 8
  %16 = load ptr, ptr %start, align 8
  %17 = load ptr, ptr %x.addr, align 8
  %memory = getelementptr inbounds nuw %struct.exchange, ptr %17, i32 0, i32 16
  %18 = load ptr, ptr %m, align 8
  %memory3 = getelementptr inbounds nuw %struct.message, ptr %18, i32 0, i32 2
  %19 = load i64, ptr %memory3, align 8
  %arrayidx4 = getelementptr inbounds [3 x ptr], ptr %memory, i64 0, i64 %19
  %20 = load ptr, ptr %arrayidx4, align 8
  %21 = load ptr, ptr %m, align 8
  %offset = getelementptr inbounds nuw %struct.message, ptr %21, i32 0, i32 3
  %22 = load i64, ptr %offset, align 8
  %add.ptr = getelementptr inbounds i8, ptr %20, i64 %22
  %23 = ptrtoint ptr %add.ptr to i64
  %24 = load ptr, ptr %m, align 8
  %count5 = getelementptr inbounds nuw %struct.message, ptr %24, i32 0, i32 4
  %25 = load i64, ptr %count5, align 8
  %26 = load ptr, ptr %x.addr, align 8
  %type = getelementptr inbounds nuw %struct.exchange, ptr %26, i32 0, i32 1
  %27 = load i64, ptr %type, align 8
  %28 = load ptr, ptr %m, align 8
  %peer = getelementptr inbounds nuw %struct.message, ptr %28, i32 0, i32 1
  %29 = load i64, ptr %peer, align 8
  %30 = load ptr, ptr %x.addr, align 8
  %tag = getelementptr inbounds nuw %struct.exchange, ptr %30, i32 0, i32 21
  %31 = load i64, ptr %tag, align 8
  %32 = load ptr, ptr %x.addr, align 8
  %comm = getelementptr inbounds nuw %struct.exchange, ptr %32, i32 0, i32 2
  %33 = load i64, ptr %comm, align 8
  %34 = load ptr, ptr %request, align 8
  %35 = ptrtoint ptr %34 to i64
  %call = call i32 %16(i64 %23, i64 %25, i64 %27, i64 %29, i64 %31, i64 %33, i64 %35, i64 0)
  %conv = sext i32 %call to i64
  %36 = load ptr, ptr %x.addr, align 8
  %fault = getelementptr inbounds nuw %struct.exchange, ptr %36, i32 0, i32 23
  store i64 %conv, ptr %fault, align 8
  %37 = load ptr, ptr %x.addr, align 8
  %fault6 = getelementptr inbounds nuw %struct.exchange, ptr %37, i32 0, i32 23
  %38 = load i64, ptr %fault6, align 8
  %tobool7 = icmp ne i64 %38, 0
  br i1 %tobool7, label %if.then, label %if.end

if.then:                                          ; preds = %cond.end
  store i64 3, ptr %retval, align 8
  br label %return

if.end:                                           ; preds = %cond.end
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %39 = load i64, ptr %count.addr, align 8
  %dec = add nsw i64 %39, -1
  store i64 %dec, ptr %count.addr, align 8
  %40 = load ptr, ptr %x.addr, align 8
  %posted8 = getelementptr inbounds nuw %struct.exchange, ptr %40, i32 0, i32 18
  %41 = load i64, ptr %posted8, align 8
  %inc = add nsw i64 %41, 1
  store i64 %inc, ptr %posted8, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  store i64 0, ptr %retval, align 8
  br label %return

return:                                           ; preds = %for.end, %if.then
  %42 = load i64, ptr %retval, align 8
  ret i64 %42
}

define i64 @heddle_exchange_begin(ptr %x, ptr %result, ptr %source) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca ptr, align 8
  %result.addr = alloca ptr, align 8
  %source.addr = alloca ptr, align 8
  %a = alloca [8 x i64], align 16
  %i = alloca i32, align 4
  store ptr %x, ptr %x.addr, align 8
  store ptr %result, ptr %result.addr, align 8
  store ptr %source, ptr %source.addr, align 8
  %0 = load ptr, ptr %result.addr, align 8
  %1 = load ptr, ptr %x.addr, align 8
  %memory = getelementptr inbounds nuw %struct.exchange, ptr %1, i32 0, i32 16
  %arrayidx = getelementptr inbounds [3 x ptr], ptr %memory, i64 0, i64 0
  store ptr %0, ptr %arrayidx, align 8
  %2 = load ptr, ptr %source.addr, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %memory1 = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 16
  %arrayidx2 = getelementptr inbounds [3 x ptr], ptr %memory1, i64 0, i64 1
  store ptr %2, ptr %arrayidx2, align 8
  %4 = load ptr, ptr %x.addr, align 8
  %own = getelementptr inbounds nuw %struct.exchange, ptr %4, i32 0, i32 13
  %5 = load ptr, ptr %own, align 8
  %6 = load ptr, ptr %x.addr, align 8
  %memory3 = getelementptr inbounds nuw %struct.exchange, ptr %6, i32 0, i32 16
  %arrayidx4 = getelementptr inbounds [3 x ptr], ptr %memory3, i64 0, i64 2
  store ptr %5, ptr %arrayidx4, align 8
  %7 = load ptr, ptr %x.addr, align 8
  %tested = getelementptr inbounds nuw %struct.exchange, ptr %7, i32 0, i32 19
  store i64 0, ptr %tested, align 8
  %8 = load ptr, ptr %x.addr, align 8
  %posted = getelementptr inbounds nuw %struct.exchange, ptr %8, i32 0, i32 18
  store i64 0, ptr %posted, align 8
  %9 = load ptr, ptr %x.addr, align 8
  %at = getelementptr inbounds nuw %struct.exchange, ptr %9, i32 0, i32 20
  store i64 0, ptr %at, align 8
  %10 = load ptr, ptr %x.addr, align 8
  %fault = getelementptr inbounds nuw %struct.exchange, ptr %10, i32 0, i32 23
  store i64 0, ptr %fault, align 8
  %11 = load ptr, ptr %x.addr, align 8
  %messages = getelementptr inbounds nuw %struct.exchange, ptr %11, i32 0, i32 11
  %12 = load ptr, ptr %messages, align 8
  %13 = load ptr, ptr %x.addr, align 8
  %next = getelementptr inbounds nuw %struct.exchange, ptr %13, i32 0, i32 22
  store ptr %12, ptr %next, align 8
  %14 = load ptr, ptr %x.addr, align 8
  %before = getelementptr inbounds nuw %struct.exchange, ptr %14, i32 0, i32 14
  %15 = load i64, ptr %before, align 8
  %cmp = icmp eq i64 %15, 1
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %16 = load ptr, ptr %result.addr, align 8
  %17 = load ptr, ptr %source.addr, align 8
  %18 = load ptr, ptr %x.addr, align 8
  %nbytes = getelementptr inbounds nuw %struct.exchange, ptr %18, i32 0, i32 15
  %19 = load i64, ptr %nbytes, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %16, ptr align 1 %17, i64 %19, i1 false)
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %20 = load ptr, ptr %x.addr, align 8
  %before5 = getelementptr inbounds nuw %struct.exchange, ptr %20, i32 0, i32 14
  %21 = load i64, ptr %before5, align 8
  %cmp6 = icmp eq i64 %21, 2
  br i1 %cmp6, label %if.then7, label %if.end9

if.then7:                                         ; preds = %if.end
  %22 = load ptr, ptr %result.addr, align 8
  %23 = load ptr, ptr %x.addr, align 8
  %nbytes8 = getelementptr inbounds nuw %struct.exchange, ptr %23, i32 0, i32 15
  %24 = load i64, ptr %nbytes8, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %22, i8 0, i64 %24, i1 false)
  br label %if.end9

if.end9:                                          ; preds = %if.then7, %if.end
  %25 = load ptr, ptr %x.addr, align 8
  %call = getelementptr inbounds nuw %struct.exchange, ptr %25, i32 0, i32 4
  %26 = load ptr, ptr %call, align 8
  %tobool = icmp ne ptr %26, null
  br i1 %tobool, label %if.end13, label %if.then10

if.then10:                                        ; preds = %if.end9
  %27 = load ptr, ptr %x.addr, align 8
  %sequence = getelementptr inbounds nuw %struct.exchange, ptr %27, i32 0, i32 3
  %28 = load ptr, ptr %sequence, align 8
  %29 = load i64, ptr %28, align 8
  %inc = add i64 %29, 1
  store i64 %inc, ptr %28, align 8
  %and = and i64 %inc, 16383
  %add = add i64 1, %and
  %30 = load ptr, ptr %x.addr, align 8
  %tag = getelementptr inbounds nuw %struct.exchange, ptr %30, i32 0, i32 21
  store i64 %add, ptr %tag, align 8
  %31 = load ptr, ptr %x.addr, align 8
  %call11 = call i64 @heddle_exchange_test(ptr %31)
  %cmp12 = icmp eq i64 %call11, 3
  %32 = zext i1 %cmp12 to i64
  %cond = select i1 %cmp12, i32 3, i32 0
  %conv = sext i32 %cond to i64
  store i64 %conv, ptr %retval, align 8
  br label %return

if.end13:                                         ; preds = %if.end9
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.end13
  %33 = load i32, ptr %i, align 4
  %cmp14 = icmp slt i32 %33, 8
  br i1 %cmp14, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %34 = load ptr, ptr %x.addr, align 8
  %given = getelementptr inbounds nuw %struct.exchange, ptr %34, i32 0, i32 5
  %35 = load i32, ptr %i, align 4
  %idxprom = sext i32 %35 to i64
  %arrayidx16 = getelementptr inbounds [8 x i64], ptr %given, i64 0, i64 %idxprom
  %36 = load i64, ptr %arrayidx16, align 8
  %37 = load i32, ptr %i, align 4
  %idxprom17 = sext i32 %37 to i64
  %arrayidx18 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 %idxprom17
  store i64 %36, ptr %arrayidx18, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %38 = load i32, ptr %i, align 4
  %inc19 = add nsw i32 %38, 1
  store i32 %inc19, ptr %i, align 4
  br label %for.cond

for.end:                                          ; preds = %for.cond
  %39 = load ptr, ptr %x.addr, align 8
  %result_at = getelementptr inbounds nuw %struct.exchange, ptr %39, i32 0, i32 6
  %40 = load i64, ptr %result_at, align 8
  %cmp20 = icmp sge i64 %40, 0
  br i1 %cmp20, label %if.then22, label %if.end25

if.then22:                                        ; preds = %for.end
  %41 = load ptr, ptr %result.addr, align 8
  %42 = ptrtoint ptr %41 to i64
  %43 = load ptr, ptr %x.addr, align 8
  %result_at23 = getelementptr inbounds nuw %struct.exchange, ptr %43, i32 0, i32 6
  %44 = load i64, ptr %result_at23, align 8
  %arrayidx24 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 %44
  store i64 %42, ptr %arrayidx24, align 8
  br label %if.end25

if.end25:                                         ; preds = %if.then22, %for.end
  %45 = load ptr, ptr %x.addr, align 8
  %source_at = getelementptr inbounds nuw %struct.exchange, ptr %45, i32 0, i32 7
  %46 = load i64, ptr %source_at, align 8
  %cmp26 = icmp sge i64 %46, 0
  br i1 %cmp26, label %if.then28, label %if.end31

if.then28:                                        ; preds = %if.end25
  %47 = load ptr, ptr %source.addr, align 8
  %48 = ptrtoint ptr %47 to i64
  %49 = load ptr, ptr %x.addr, align 8
  %source_at29 = getelementptr inbounds nuw %struct.exchange, ptr %49, i32 0, i32 7
  %50 = load i64, ptr %source_at29, align 8
  %arrayidx30 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 %50
  store i64 %48, ptr %arrayidx30, align 8
  br label %if.end31

if.end31:                                         ; preds = %if.then28, %if.end25
  %51 = load ptr, ptr %x.addr, align 8
  %requests = getelementptr inbounds nuw %struct.exchange, ptr %51, i32 0, i32 17
  %52 = load ptr, ptr %requests, align 8
  %arrayidx32 = getelementptr inbounds i64, ptr %52, i64 0
  %53 = ptrtoint ptr %arrayidx32 to i64
  %54 = load ptr, ptr %x.addr, align 8
  %request_at = getelementptr inbounds nuw %struct.exchange, ptr %54, i32 0, i32 8
  %55 = load i64, ptr %request_at, align 8
  %arrayidx33 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 %55
  store i64 %53, ptr %arrayidx33, align 8
  %56 = load ptr, ptr %x.addr, align 8
  %requests34 = getelementptr inbounds nuw %struct.exchange, ptr %56, i32 0, i32 17
  %57 = load ptr, ptr %requests34, align 8
  %arrayidx35 = getelementptr inbounds i64, ptr %57, i64 0
  store i64 0, ptr %arrayidx35, align 8
  %58 = load ptr, ptr %x.addr, align 8
  %call36 = getelementptr inbounds nuw %struct.exchange, ptr %58, i32 0, i32 4
  %59 = load ptr, ptr %call36, align 8
  %arrayidx37 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 0
  %60 = load i64, ptr %arrayidx37, align 16
  %arrayidx38 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 1
  %61 = load i64, ptr %arrayidx38, align 8
  %arrayidx39 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 2
  %62 = load i64, ptr %arrayidx39, align 16
  %arrayidx40 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 3
  %63 = load i64, ptr %arrayidx40, align 8
  %arrayidx41 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 4
  %64 = load i64, ptr %arrayidx41, align 16
  %arrayidx42 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 5
  %65 = load i64, ptr %arrayidx42, align 8
  %arrayidx43 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 6
  %66 = load i64, ptr %arrayidx43, align 16
  %arrayidx44 = getelementptr inbounds [8 x i64], ptr %a, i64 0, i64 7
  %67 = load i64, ptr %arrayidx44, align 8
  %call45 = call i32 %59(i64 %60, i64 %61, i64 %62, i64 %63, i64 %64, i64 %65, i64 %66, i64 %67)
  %conv46 = sext i32 %call45 to i64
  %68 = load ptr, ptr %x.addr, align 8
  %fault47 = getelementptr inbounds nuw %struct.exchange, ptr %68, i32 0, i32 23
  store i64 %conv46, ptr %fault47, align 8
  %69 = load ptr, ptr %x.addr, align 8
  %fault48 = getelementptr inbounds nuw %struct.exchange, ptr %69, i32 0, i32 23
  %70 = load i64, ptr %fault48, align 8
  %tobool49 = icmp ne i64 %70, 0
  br i1 %tobool49, label %if.then50, label %if.end51

if.then50:                                        ; preds = %if.end31
  store i64 3, ptr %retval, align 8
  br label %return

if.end51:                                         ; preds = %if.end31
  %71 = load ptr, ptr %x.addr, align 8
  %posted52 = getelementptr inbounds nuw %struct.exchange, ptr %71, i32 0, i32 18
  store i64 1, ptr %posted52, align 8
  store i64 0, ptr %retval, align 8
  br label %return

return:                                           ; preds = %if.end51, %if.then50, %if.then10
  %72 = load i64, ptr %retval, align 8
  ret i64 %72
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg)

define i64 @heddle_exchange_start(ptr %bufs, ptr %x, i64 %looks) {
entry:
  %bufs.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %looks.addr = alloca i64, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load i64, ptr %looks.addr, align 8
  %1 = load ptr, ptr %x.addr, align 8
  %2 = load ptr, ptr %bufs.addr, align 8
  %arrayidx = getelementptr inbounds ptr, ptr %2, i64 0
  %3 = load ptr, ptr %arrayidx, align 8
  %4 = load ptr, ptr %bufs.addr, align 8
  %arrayidx1 = getelementptr inbounds ptr, ptr %4, i64 1
  %5 = load ptr, ptr %arrayidx1, align 8
  %call = call i64 @heddle_exchange_begin(ptr %1, ptr %3, ptr %5)
  ret i64 %call
}

define i64 @heddle_exchange_progress(ptr %bufs, ptr %x, i64 %looks) {
entry:
  %bufs.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %looks.addr = alloca i64, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load ptr, ptr %bufs.addr, align 8
  %1 = load i64, ptr %looks.addr, align 8
  %2 = load ptr, ptr %x.addr, align 8
  %call = call i64 @heddle_exchange_test(ptr %2)
  %cmp = icmp eq i64 %call, 3
  %3 = zext i1 %cmp to i64
  %cond = select i1 %cmp, i32 3, i32 0
  %conv = sext i32 %cond to i64
  ret i64 %conv
}

define i64 @heddle_exchange_wait(ptr %bufs, ptr %x, i64 %looks) {
entry:
  %bufs.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %looks.addr = alloca i64, align 8
  %found = alloca i64, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load ptr, ptr %bufs.addr, align 8
  store i64 2, ptr %found, align 8
  br label %while.cond

while.cond:                                       ; preds = %while.body, %entry
  %1 = load i64, ptr %found, align 8
  %cmp = icmp eq i64 %1, 2
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %2 = load i64, ptr %looks.addr, align 8
  %dec = add nsw i64 %2, -1
  store i64 %dec, ptr %looks.addr, align 8
  %tobool = icmp ne i64 %2, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %3 = phi i1 [ false, %while.cond ], [ %tobool, %land.rhs ]
  br i1 %3, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %4 = load ptr, ptr %x.addr, align 8
  %call = call i64 @heddle_exchange_test(ptr %4)
  store i64 %call, ptr %found, align 8
  br label %while.cond

while.end:                                        ; preds = %land.end
  %5 = load i64, ptr %found, align 8
  ret i64 %5
}

define i64 @heddle_exchange_begin_own(ptr %bufs, ptr %x, i64 %looks) {
entry:
  %bufs.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %looks.addr = alloca i64, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load ptr, ptr %bufs.addr, align 8
  %1 = load i64, ptr %looks.addr, align 8
  %2 = load ptr, ptr %x.addr, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %own = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 13
  %4 = load ptr, ptr %own, align 8
  %5 = load ptr, ptr %x.addr, align 8
  %own1 = getelementptr inbounds nuw %struct.exchange, ptr %5, i32 0, i32 13
  %6 = load ptr, ptr %own1, align 8
  %add.ptr = getelementptr inbounds i8, ptr %6, i64 32
  %call = call i64 @heddle_exchange_begin(ptr %2, ptr %4, ptr %add.ptr)
  ret i64 %call
}

define i64 @heddle_exchange_agree(ptr %bufs, ptr %x, i64 %looks) {
entry:
  %bufs.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %looks.addr = alloca i64, align 8
  %found = alloca i64, align 8
  %got = alloca ptr, align 8
  %sent = alloca ptr, align 8
  store ptr %bufs, ptr %bufs.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i64 %looks, ptr %looks.addr, align 8
  %0 = load ptr, ptr %bufs.addr, align 8
  %1 = load ptr, ptr %x.addr, align 8
  %2 = load i64, ptr %looks.addr, align 8
  %call = call i64 @heddle_exchange_wait(ptr %0, ptr %1, i64 %2)
  store i64 %call, ptr %found, align 8
  %3 = load ptr, ptr %x.addr, align 8
  %own = getelementptr inbounds nuw %struct.exchange, ptr %3, i32 0, i32 13
  %4 = load ptr, ptr %own, align 8
  store ptr %4, ptr %got, align 8
  %5 = load ptr, ptr %got, align 8
  %add.ptr = getelementptr inbounds i64, ptr %5, i64 4
  store ptr %add.ptr, ptr %sent, align 8
  %6 = load i64, ptr %found, align 8
  %cmp = icmp eq i64 %6, 0
  br i1 %cmp, label %land.lhs.true, label %cond.false

land.lhs.true:                                    ; preds = %entry
  %7 = load ptr, ptr %got, align 8
  %arrayidx = getelementptr inbounds i64, ptr %7, i64 0
  %8 = load i64, ptr %arrayidx, align 8
  %9 = load ptr, ptr %sent, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %9, i64 0
  %10 = load i64, ptr %arrayidx1, align 8
  %cmp2 = icmp ne i64 %8, %10
  br i1 %cmp2, label %cond.true, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %land.lhs.true
  %11 = load ptr, ptr %got, align 8
  %arrayidx3 = getelementptr inbounds i64, ptr %11, i64 1
  %12 = load i64, ptr %arrayidx3, align 8
  %13 = load ptr, ptr %sent, align 8
  %arrayidx4 = getelementptr inbounds i64, ptr %13, i64 1
  %14 = load i64, ptr %arrayidx4, align 8
  %cmp5 = icmp ne i64 %12, %14
  br i1 %cmp5, label %cond.true, label %cond.false

cond.true:                                        ; preds = %lor.lhs.false, %land.lhs.true
  br label %cond.end

cond.false:                                       ; preds = %lor.lhs.false, %entry
  %15 = load i64, ptr %found, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ 4, %cond.true ], [ %15, %cond.false ]
  ret i64 %cond
}

define void @heddle_combine_add_float32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds float, ptr %4, i64 %5
  %6 = load float, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds float, ptr %7, i64 %8
  %9 = load float, ptr %arrayidx1, align 4
  %add = fadd float %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds float, ptr %10, i64 %11
  store float %add, ptr %arrayidx2, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_add_float64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds double, ptr %4, i64 %5
  %6 = load double, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %7, i64 %8
  %9 = load double, ptr %arrayidx1, align 8
  %add = fadd double %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds double, ptr %10, i64 %11
  store double %add, ptr %arrayidx2, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_add_int32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %5
  %6 = load i32, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i32, ptr %7, i64 %8
  %9 = load i32, ptr %arrayidx1, align 4
  %add = add i32 %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds i32, ptr %10, i64 %11
  store i32 %add, ptr %arrayidx2, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_add_int64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i64, ptr %4, i64 %5
  %6 = load i64, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %7, i64 %8
  %9 = load i64, ptr %arrayidx1, align 8
  %add = add i64 %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds i64, ptr %10, i64 %11
  store i64 %add, ptr %arrayidx2, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_mul_float32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds float, ptr %4, i64 %5
  %6 = load float, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds float, ptr %7, i64 %8
  %9 = load float, ptr %arrayidx1, align 4
  %mul = fmul float %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds float, ptr %10, i64 %11
  store float %mul, ptr %arrayidx2, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_mul_float64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds double, ptr %4, i64 %5
  %6 = load double, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %7, i64 %8
  %9 = load double, ptr %arrayidx1, align 8
  %mul = fmul double %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds double, ptr %10, i64 %11
  store double %mul, ptr %arrayidx2, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_mul_int32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %5
  %6 = load i32, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i32, ptr %7, i64 %8
  %9 = load i32, ptr %arrayidx1, align 4
  %mul = mul i32 %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds i32, ptr %10, i64 %11
  store i32 %mul, ptr %arrayidx2, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_mul_int64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i64, ptr %4, i64 %5
  %6 = load i64, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %7, i64 %8
  %9 = load i64, ptr %arrayidx1, align 8
  %mul = mul i64 %6, %9
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds i64, ptr %10, i64 %11
  store i64 %mul, ptr %arrayidx2, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_max_int32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %5
  %6 = load i32, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i32, ptr %7, i64 %8
  %9 = load i32, ptr %arrayidx1, align 4
  %cmp2 = icmp sgt i32 %6, %9
  br i1 %cmp2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx3 = getelementptr inbounds i32, ptr %10, i64 %11
  %12 = load i32, ptr %arrayidx3, align 4
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %13 = load ptr, ptr %b, align 8
  %14 = load i64, ptr %i, align 8
  %arrayidx4 = getelementptr inbounds i32, ptr %13, i64 %14
  %15 = load i32, ptr %arrayidx4, align 4
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %12, %cond.true ], [ %15, %cond.false ]
  %16 = load ptr, ptr %a, align 8
  %17 = load i64, ptr %i, align 8
  %arrayidx5 = getelementptr inbounds i32, ptr %16, i64 %17
  store i32 %cond, ptr %arrayidx5, align 4
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %18 = load i64, ptr %i, align 8
  %inc = add nsw i64 %18, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_max_int64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i64, ptr %4, i64 %5
  %6 = load i64, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %7, i64 %8
  %9 = load i64, ptr %arrayidx1, align 8
  %cmp2 = icmp sgt i64 %6, %9
  br i1 %cmp2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx3 = getelementptr inbounds i64, ptr %10, i64 %11
  %12 = load i64, ptr %arrayidx3, align 8
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %13 = load ptr, ptr %b, align 8
  %14 = load i64, ptr %i, align 8
  %arrayidx4 = getelementptr inbounds i64, ptr %13, i64 %14
  %15 = load i64, ptr %arrayidx4, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %12, %cond.true ], [ %15, %cond.false ]
  %16 = load ptr, ptr %a, align 8
  %17 = load i64, ptr %i, align 8
  %arrayidx5 = getelementptr inbounds i64, ptr %16, i64 %17
  store i64 %cond, ptr %arrayidx5, align 8
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %18 = load i64, ptr %i, align 8
  %inc = add nsw i64 %18, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_max_uint32(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %5
  %6 = load i32, ptr %arrayidx, align 4
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i32, ptr %7, i64 %8
  %9 = load i32, ptr %arrayidx1, align 4
  %cmp2 = icmp ugt i32 %6, %9
  br i1 %cmp2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx3 = getelementptr inbounds i32, ptr %10, i64 %11
  %12 = load i32, ptr %arrayidx3, align 4
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %13 = load ptr, ptr %b, align 8
  %14 = load i64, ptr %i, align 8
  %arrayidx4 = getelementptr inbounds i32, ptr %13, i64 %14
  %15 = load i32, ptr %arrayidx4, align 4
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %12, %cond.true ], [ %15, %cond.false ]
  %16 = load ptr, ptr %a, align 8
  %17 = load i64, ptr %i, align 8
  %arrayidx5 = getelementptr inbounds i32, ptr %16, i64 %17
  store i32 %cond, ptr %arrayidx5, align 4
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %18 = load i64, ptr %i, align 8
  %inc = add nsw i64 %18, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}

define void @heddle_combine_max_uint64(ptr %into, ptr %from, i64 %count) {
entry:
  %into.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %count.addr = alloca i64, align 8
  %a = alloca ptr, align 8
  %b = alloca ptr, align 8
  %i = alloca i64, align 8
  store ptr %into, ptr %into.addr, align 8
  store ptr %from, ptr %from.addr, align 8
  store i64 %count, ptr %count.addr, align 8
  %0 = load ptr, ptr %into.addr, align 8
  store ptr %0, ptr %a, align 8
  %1 = load ptr, ptr %from.addr, align 8
  store ptr %1, ptr %b, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %count.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i64, ptr %4, i64 %5
  %6 = load i64, ptr %arrayidx, align 8
  %7 = load ptr, ptr %b, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %7, i64 %8
  %9 = load i64, ptr %arrayidx1, align 8
  %cmp2 = icmp ugt i64 %6, %9
  br i1 %cmp2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %10 = load ptr, ptr %a, align 8
  %11 = load i64, ptr %i, align 8
  %arrayidx3 = getelementptr inbounds i64, ptr %10, i64 %11
  %12 = load i64, ptr %arrayidx3, align 8
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %13 = load ptr, ptr %b, align 8
  %14 = load i64, ptr %i, align 8
  %arrayidx4 = getelementptr inbounds i64, ptr %13, i64 %14
  %15 = load i64, ptr %arrayidx4, align 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %12, %cond.true ], [ %15, %cond.false ]
  %16 = load ptr, ptr %a, align 8
  %17 = load i64, ptr %i, align 8
  %arrayidx5 = getelementptr inbounds i64, ptr %16, i64 %17
  store i64 %cond, ptr %arrayidx5, align 8
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %18 = load i64, ptr %i, align 8
  %inc = add nsw i64 %18, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret void
}
